package conform

import "slices"

// Checks lists all checks, group by group.
func Checks() []Check {
	return slices.Concat(frameChecks(), versionChecks(), answerChecks(), saslChecks(), produceChecks(), fetchChecks(), metadataChecks(), groupChecks(), transactionChecks())
}
