package former

import (
	_ "embed" // for Log
)

// Log is the export of the log, packed with gzip. Only tests may read it.
//
//go:embed testdata/log.jsonl.gz
var Log []byte
