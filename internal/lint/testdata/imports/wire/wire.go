package wire

import (
	_ "github.com/kscope/kscope/schema"
	_ "golang.org/x/sys/unix"
)
