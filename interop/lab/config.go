package lab

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	controllerListener = "CONTROLLER"
	clientListener     = "PLAINTEXT"
	zooKeeperListener  = "ZOOKEEPER" // our name for the client port
)

func (n *Node) config() string { return filepath.Join(n.Dir, "server.properties") }

// listenerNames lists the listeners of a node, the one of Node.Addr first.
func (c *Cluster) listenerNames(n *Node) []string {
	var names []string
	if n.isBroker() {
		names = append(names, clientListener)
		names = append(names, slices.Sorted(maps.Keys(c.options.Listeners))...)
	}
	if n.isVoter() {
		names = append(names, controllerListener)
	}
	if n.Role == ZooKeeper {
		names = append(names, zooKeeperListener)
	}
	return names
}

func (c *Cluster) properties(n *Node) []byte {
	var p map[string]string
	switch {
	case n.Role == ZooKeeper:
		p = zooKeeperProperties(n)
	case c.options.zooKeeper():
		p = c.brokerProperties(n)
		p["broker.id"] = strconv.Itoa(n.ID)
		p["zookeeper.connect"] = c.Nodes[0].Addr
	default:
		p = c.brokerProperties(n)
		maps.Copy(p, c.kraftProperties(n))
	}
	if n.Role != ZooKeeper {
		maps.Copy(p, c.options.Properties)
	}
	if c.options.NodeProperties != nil {
		maps.Copy(p, c.options.NodeProperties(n))
	}
	var b bytes.Buffer
	for _, k := range slices.Sorted(maps.Keys(p)) {
		// Java reads backslashes in properties as escapes.
		fmt.Fprintf(&b, "%s=%s\n", k, strings.ReplaceAll(p[k], `\`, `\\`))
	}
	return b.Bytes()
}

func zooKeeperProperties(n *Node) map[string]string {
	host, port, _ := strings.Cut(n.Addr, ":")
	return map[string]string{
		"dataDir":            n.DataDir,
		"clientPort":         port,
		"clientPortAddress":  host,
		"maxClientCnxns":     "0",
		"admin.enableServer": "false", // else it listens on 8080
	}
}

// brokerProperties are those of every Kafka node; releases that don't know one
// pass over it.
func (c *Cluster) brokerProperties(n *Node) map[string]string {
	names := c.listenerNames(n)
	protocols := maps.Clone(c.options.Listeners)
	if protocols == nil {
		protocols = map[string]string{}
	}
	protocols[clientListener] = "PLAINTEXT"
	if !c.options.zooKeeper() {
		protocols[controllerListener] = "PLAINTEXT"
	}
	replicas := strconv.Itoa(max(1, min(3, len(c.Brokers()))))
	p := map[string]string{
		"log.dirs":                       n.DataDir,
		"listeners":                      join(names, func(name string) string { return name + "://" + n.Listeners[name] }),
		"listener.security.protocol.map": join(slices.Sorted(maps.Keys(protocols)), func(name string) string { return name + ":" + protocols[name] }),

		// one broker must be enough for the internal topics, and few partitions start quicker
		"offsets.topic.replication.factor":                 replicas,
		"offsets.topic.num.partitions":                     "4",
		"transaction.state.log.replication.factor":         replicas,
		"transaction.state.log.min.isr":                    "1",
		"transaction.state.log.num.partitions":             "4",
		"share.coordinator.state.topic.replication.factor": replicas,
		"share.coordinator.state.topic.min.isr":            "1",
		"share.coordinator.state.topic.num.partitions":     "4",
		"group.initial.rebalance.delay.ms":                 "0",
		"log.cleaner.dedupe.buffer.size":                   "4194304", // default: half of our heap
		"num.network.threads":                              "2",
		"num.io.threads":                                   "4",
	}
	if n.isBroker() {
		p["advertised.listeners"] = p["listeners"]
		p["inter.broker.listener.name"] = clientListener
	}
	return p
}

func (c *Cluster) kraftProperties(n *Node) map[string]string {
	p := map[string]string{
		"process.roles":             string(n.Role),
		"node.id":                   strconv.Itoa(n.ID),
		"controller.listener.names": controllerListener,
	}
	if c.options.dynamic() {
		p["controller.quorum.bootstrap.servers"] = join(c.Controllers(), func(v *Node) string { return v.Listeners[controllerListener] })
	} else {
		p["controller.quorum.voters"] = join(c.Controllers(), func(v *Node) string {
			return fmt.Sprintf("%d@%s", v.ID, v.Listeners[controllerListener])
		})
		// before 3.9 a combined node must not advertise its controller listener
		if n.Role == Combined {
			p["advertised.listeners"] = join(c.listenerNames(n)[:len(n.Listeners)-1], func(name string) string { return name + "://" + n.Listeners[name] })
		}
	}
	return p
}

// formatArguments are those of StorageTool after "format".
func (c *Cluster) formatArguments(n *Node) []string {
	args := []string{"format", "-t", c.ID, "-c", n.config()}
	switch {
	case !c.options.dynamic():
		return args
	case n.Role == Combined:
		return append(args, "--standalone")
	case n.Role == Broker:
		return append(args, "--no-initial-controllers")
	}
	return append(args, "--initial-controllers", join(c.Controllers(), func(v *Node) string {
		return fmt.Sprintf("%d@%s:%s", v.ID, v.Listeners[controllerListener], v.directoryID)
	}))
}

func join[T any](list []T, text func(T) string) string {
	var out []string
	for _, x := range list {
		out = append(out, text(x))
	}
	return strings.Join(out, ",")
}

// Kafka logs through log4j 1 up to 3.9 and through log4j 2 from 4.0 on. Both
// configurations print everything, so that one file holds the whole story.
const (
	log4j1Config = `log4j.rootLogger=INFO, OUT
log4j.appender.OUT=org.apache.log4j.ConsoleAppender
log4j.appender.OUT.layout=org.apache.log4j.PatternLayout
log4j.appender.OUT.layout.ConversionPattern=[%d] %p %m (%c)%n
`
	log4j2Config = `status=error
appender.out.type=Console
appender.out.name=OUT
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=INFO
rootLogger.appenderRef.out.ref=OUT
`
	log4j1File = "log4j.properties"
	log4j2File = "log4j2.properties"
)

func writeLogConfigs(dir string) error {
	if err := os.WriteFile(filepath.Join(dir, log4j1File), []byte(log4j1Config), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, log4j2File), []byte(log4j2Config), 0o644)
}
