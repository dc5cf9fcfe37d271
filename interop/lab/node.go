package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/kscope/kscope/interop/internal/proc"
)

// Role is what a node does in its cluster.
type Role string

// The roles, as they are called in process.roles.
const (
	Controller Role = "controller"
	Broker     Role = "broker"
	Combined   Role = "broker,controller"
	ZooKeeper  Role = "zookeeper" // before 3.3, in place of controllers
)

// Node is one process of a cluster.
type Node struct {
	ID        int // node.id, or broker.id with ZooKeeper
	Role      Role
	Addr      string            // where clients connect: PLAINTEXT of a broker, CONTROLLER of a controller
	Listeners map[string]string // all listeners, name to address: PLAINTEXT, CONTROLLER, those of Options
	Dir       string            // server.properties, data, node.log
	LogPath   string
	DataDir   string // log.dirs

	directoryID string // of a voter in a dynamic quorum
	mu          sync.Mutex
	process     *proc.Process
}

// Pid returns the process id, 0 before the start.
func (n *Node) Pid() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process == nil {
		return 0
	}
	return n.process.Pid()
}

// Alive reports whether the process runs.
func (n *Node) Alive() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process == nil {
		return false
	}
	select {
	case <-n.process.Done():
		return false
	default:
		return true
	}
}

// Log returns the last bytes of the node's log, some 4 KB.
func (n *Node) Log() string {
	text, err := os.ReadFile(n.LogPath)
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(text[max(0, len(text)-4<<10):]))
}

func (n *Node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil {
		n.process.Kill()
	}
}

func (n *Node) shutdown(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process == nil {
		return nil
	}
	n.process.Terminate()
	select {
	case <-n.process.Done():
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s %d does not end: %w; its log ends with:\n%s", n.Role, n.ID, ctx.Err(), n.Log())
	}
}

func (n *Node) isBroker() bool { return n.Role == Broker || n.Role == Combined }
func (n *Node) isVoter() bool  { return n.Role == Controller || n.Role == Combined }
