package schema

import (
	_ "github.com/kscope/kscope/internal/importer"
	_ "github.com/kscope/kscope/internal/near"
	_ "github.com/kscope/kscope/interop/raw"
	_ "github.com/kscope/kscope/wire"
)
