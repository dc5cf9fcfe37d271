// Package importer turns Kafka's jars into the catalog's text files.
//
// Import adds one release:
//
//	jars by Maven coordinates  ->  schemas (JSON in the jars)    ->  schemas/*.txt, versions.txt
//	                           ->  ApiKeys, Errors (reflection)  ->  versions.txt, errorcodes.txt
//
// Releases are added in their order, and the newest may be added again. The
// result depends on the jars only, so that importing the same release twice
// changes nothing and a new release is a readable diff.
//
// Releases before 2.2 have no schemas in their jars; of them only the versions
// are known. Before 2.8, schemas are read from kafka-clients alone.
package importer
