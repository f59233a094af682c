package localpg

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// Options configures a cluster. Only DataDir is required.
type Options struct {
	// DataDir is created if it is missing. A relative path starts at the working directory.
	DataDir string
	// Settings holds postgresql.conf values that replace the defaults, unquoted.
	Settings map[string]string
	// Logf is called when the cluster is created, adopted or restarted; nil for no log.
	Logf func(format string, args ...any)
}

// defaults holds the settings for a machine with two cores and a log that is mostly written to.
var defaults = map[string]string{
	"port":                    socketPort,
	"listen_addresses":        "",
	"unix_socket_permissions": "0700",
	"max_connections":         "100",
	"shared_buffers":          "256MB",
	"timezone":                "UTC",
	"jit":                     "off", // compiling costs more than the short queries
	"random_page_cost":        "1.1", // for disks without seek time

	// With it a committed append survives a power cut.
	"fsync":              "on",
	"full_page_writes":   "on",
	"synchronous_commit": "on",

	// Checkpoints are rare and slow, because full-page images follow each one.
	"wal_level":                    "replica", // pg_basebackup works
	"max_wal_size":                 "2GB",
	"checkpoint_timeout":           "15min",
	"checkpoint_completion_target": "0.9",

	// The log holds starts, stops and crashes. It holds no failed statements: the caller
	// reports them, and their texts contain personal data.
	"log_min_messages":        "log",
	"log_min_error_statement": "panic",
	"log_checkpoints":         "off",
	"log_timezone":            "UTC",
	"log_line_prefix":         "%m [%p] ",
	"lc_messages":             "C",
}

// writeSettings replaces postgresql.conf at each start, so that the settings of a new version also reach an
// old cluster. An operator's own settings belong in ALTER SYSTEM, which writes to another file.
func (c *Cluster) writeSettings() error {
	all := maps.Clone(defaults)
	maps.Copy(all, c.settings)
	all["unix_socket_directories"] = c.socket

	text := "# Written by the gateway at every start. Use ALTER SYSTEM for settings of your own.\n"
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text += fmt.Sprintf("%s = '%s'\n", name, strings.ReplaceAll(all[name], "'", "''"))
	}
	return c.writeFile("postgresql.conf", text)
}

// writeFile writes a file in the cluster. It does not follow links out of the cluster, because root must not
// follow a link that the account made.
func (c *Cluster) writeFile(name, text string) error {
	root, err := os.OpenRoot(c.data)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.WriteFile(name, []byte(text), 0o600); err != nil {
		return err
	}
	if !c.account.switched {
		return nil
	}
	return root.Lchown(name, int(c.account.uid), int(c.account.gid))
}
