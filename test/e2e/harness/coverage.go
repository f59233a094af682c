package harness

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// calls are the rows that this test binary has called.
var calls = newRecorder(Specified, Additional)

// recorder knows which rows were called, and the statuses of the answers.
type recorder struct {
	rows operationIndex
	mu   sync.Mutex
	seen map[string]map[int]bool
}

func newRecorder(tables ...map[string][]int) *recorder {
	r := &recorder{seen: map[string]map[int]bool{}}
	for _, table := range tables {
		for row := range table {
			r.rows.add(row)
			r.seen[row] = map[int]bool{}
		}
	}
	return r
}

// record finds the row by the rules of an operationIndex, whose patterns are written
// as the API reference writes its paths.
func (r *recorder) record(method, path string, status int) {
	request, err := http.NewRequest(method, path, nil)
	if err != nil { // a path that can't be parsed, in the test of such paths
		return
	}
	row := r.rows.find(request)
	r.mu.Lock()
	defer r.mu.Unlock()
	if seen, known := r.seen[row]; known {
		seen[status] = true
	}
}

// owners names the package of tests that provokes the answers of an operation, by the operation's tag in the
// description.
var owners = map[string]string{
	"Payments": "payments", "Fees": "payments", "Transactions": "payments", "Sandbox": "payments", "Provider": "payments", "Callbacks": "payments",
	"Refunds": "refunds", "Admin refunds": "refunds",
	"Admin suspense": "payments", "Disputes": "payments", "Admin disputes": "payments", "Explanations": "explanations", "Admin explanations": "explanations", "Admin transactions": "explanations", "Admin callbacks": "payments",
	"Withdrawals": "payouts", "Settlements": "payouts", "Admin payouts": "payouts",
	"Login": "portal", "People": "portal", "Keys": "portal", "Portal": "portal", "Account": "portal", "Tickets": "portal", "Withholding slips": "portal", "Admin withholding slips": "portal", "Admin support": "portal",
	"Admin login": "admin", "Admin clients": "admin", "Admin audit": "admin", "Admin treasury": "admin", "Admin tax": "admin", "Admin approvals": "approvals", "Admin settings": "admin", "Admin operations": "admin", "Proofs": "admin",
	"Realtime": "realtime",
}

// commonRefusals is the package whose tests provoke the refusals that all operations have in
// common.
const commonRefusals = "api"

// owner returns the package of tests that provokes the answer.
func (o Operation) owner(status string) string {
	if o.isCommonRefusal(status) {
		return commonRefusals
	}
	if status == "202" { // the operation asks for an approval
		return "approvals"
	}
	if strings.HasPrefix(o.Pattern, "/sandbox/withdrawals/") || strings.HasPrefix(o.Pattern, "/sandbox/settlements/") {
		return "payouts"
	}
	return owners[o.Tags[0]]
}

// isCommonRefusal reports whether the tests of all operations, in package api, provoke the answer: wrong
// parameters, invalid text, no body, no credential, an unknown id, a client or an administrator without the
// right, another body under the same key.
func (o Operation) isCommonRefusal(status string) bool {
	switch status {
	case "400":
		return true
	case "401":
		return o.Scheme() != ""
	case "403":
		return o.OperationID != "logout"
	case "404":
		return o.NamesAThing()
	case "409":
		return o.Takes("Idempotency-Key") && o.OperationID != WriteOff
	}
	return false
}

// WriteOff is the creation that only tests of its own can make: it needs a debt.
const WriteOff = "writeOff"

// NamesAThing reports whether the path has an id that may be unknown, in any month. What is of a month needs a month that is closed.
func (o Operation) NamesAThing() bool {
	return strings.Contains(o.Pattern, "{") && !strings.Contains(o.Pattern, "{period}")
}

// checkDescribed checks that no answer contradicted the description, even if its test did not look at that.
func checkDescribed(tb testing.TB) {
	tb.Helper()
	d := Client.Transport.(*checkingTransport).api
	if d == nil { // nothing was called
		return
	}
	for _, problem := range slices.Sorted(maps.Keys(d.undescribed)) {
		tb.Errorf("%s (%s)", problem, d.undescribed[problem])
	}
}

// checkCoverage checks that this package's operations have given each of their answers: those in the tables,
// and those in the description, except for the rare and the unreachable ones.
func checkCoverage(tb testing.TB, name string) {
	tb.Helper()
	d := Client.Transport.(*checkingTransport).api
	if d == nil { // nothing was called
		return
	}
	for _, table := range []map[string][]int{Specified, Additional} {
		for _, row := range slices.Sorted(maps.Keys(table)) {
			o := d.operation(row)
			for _, status := range table[row] {
				if o.owner(strconv.Itoa(status)) == name && !calls.seen[row][status] {
					tb.Errorf("no test had %s answer %d", row, status)
				}
			}
		}
	}
	for _, row := range slices.Sorted(maps.Keys(d.answered)) {
		o := d.operation(row)
		if owners[o.Tags[0]] == "" {
			tb.Errorf("%s: no package of tests has the tag %s", row, o.Tags[0])
		}
		for status := range o.Responses.Map() {
			if o.owner(status) == name && !rare[status] && unreachable[row] != status && !d.answered[row][status] {
				tb.Errorf("no test had %s answer %s, which the description knows", row, status)
			}
		}
	}
}
