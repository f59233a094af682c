package access

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"gateway/http/api/auth"
	"gateway/test/e2e/harness"

	"github.com/google/go-cmp/cmp"
)

// rewrite says that the current matrix is to be written to the file.
var rewrite = os.Getenv("WRITE_MATRIX") != ""

const golden = "testdata/matrix.txt"

const legend = `# Who may call what. Each operation of the API's description was called as each caller, on a running gateway.
#
#   yes   the caller may: the request was taken in, though it may be refused for what it says
#   .     401: no credential for this operation
#   403   the caller is known, and may not
#   404   the thing is another client's
#
# disabled and ended are an admin who was disabled, and one who logged out. key and portal are the owner of the things in the
# paths, by API key and by the owner's session; portal:finance, :developer and :viewer are people of the same client. Of the
# others, :other is another client, and :suspended, :pending, :rejected and :ended (logged out) say what became of the client or
# the session.
#
# WRITE_MATRIX=1 make test PKG=./test/e2e/access writes this file. Read the difference.

`

// The matrix is compared as a whole, so that every added operation and every changed rule shows as a line here
// that a reader sees.
func TestEveryOperationAsEveryCaller(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	operations := harness.Operations(t, func(harness.Operation) bool { return true })
	matrix := map[string]map[string]string{}
	var text strings.Builder
	out := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "operation\tgroup\t"+strings.Join(w.names(), "\t"))
	for _, o := range operations {
		cells := map[string]string{}
		line := []string{o.Row, group(o)}
		for _, c := range w.callers {
			cells[c.name] = c.cell(t, o)
			line = append(line, cells[c.name])
		}
		matrix[o.Row] = cells
		fmt.Fprintln(out, strings.Join(line, "\t"))
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	followsTheRoles(t, operations, matrix)
	compare(t, golden, legend+text.String())
}

// group returns the words of x-requires.
func group(o harness.Operation) string {
	words, _ := o.Extensions["x-requires"].([]any)
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = fmt.Sprint(word)
	}
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, ",")
}

// tables holds the tables of roles by the credential of an operation, with the columns of each role.
var tables = map[string]struct {
	roles   auth.Roles
	columns map[string]string
}{
	"AdminToken":  {auth.AdminRoles, map[string]string{"admin": "admin", "support": "support", "auditor": "auditor"}},
	"ClientToken": {auth.PersonRoles, map[string]string{"owner": "portal", "finance": "portal:finance", "developer": "portal:developer", "viewer": "portal:viewer"}},
}

// followsTheRoles compares the columns of people with the tables of roles.
func followsTheRoles(t *testing.T, operations []harness.Operation, matrix map[string]map[string]string) {
	t.Helper()
	for _, o := range operations {
		table, ok := tables[o.Scheme()]
		if !ok {
			continue
		}
		for role, column := range table.columns {
			want := "yes"
			for word := range strings.SplitSeq(group(o), ",") {
				if table.roles.Known(word) && !table.roles.May(role, word) {
					want = "403"
				}
			}
			if got := matrix[o.Row][column]; got != want {
				t.Errorf("%s as %s: %s, and the table of roles says %s", o.Row, role, got, want)
			}
		}
	}
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	var lines strings.Builder // without blanks at the end of lines
	for line := range strings.Lines(got) {
		lines.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	got = lines.String()
	if rewrite {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("who may call what has changed (-%s +now):\n%s", golden, diff)
	}
}
