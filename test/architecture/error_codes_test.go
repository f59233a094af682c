package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gateway/http/api/errorcode"
)

// statusOfKind is the status with which package envelope answers a kind of refusal.
var statusOfKind = map[string]int{
	"Invalid": 400, "Unauthorized": 401, "Forbidden": 403, "NotFound": 404, "Conflict": 409, "TooMany": 429, "Upstream": 502, "Busy": 503,
	"StatusNotFound": http.StatusNotFound, "StatusMethodNotAllowed": http.StatusMethodNotAllowed,
	"StatusServiceUnavailable": http.StatusServiceUnavailable, "StatusInternalServerError": http.StatusInternalServerError,
}

// notAnswered are codes that no caller of the API sees, because use cases and reactors handle them, or commands
// of the program print them.
var notAnswered = []string{
	"app_not_found", "dispute_needs_person", "dispute_not_found", "external_id_taken", "fee_booked", "idempotency_key_free", "manual_payout", "no_event", "not_completed", "not_submitted",
	"payment_not_found", "payout_contradiction", "payout_not_found", "refund_contradicted", "refund_not_found", "reversal_not_found", "row_differs", "row_left_out",
	"sequence_exhausted", "suspense_not_found", "too_many_reports", "too_many_reversals", "transaction_id_taken", "unbalanced_postings", "unknown_event",
}

// Every code of a refusal is in the table of errors, with the status with which it is answered.
func TestEveryCodeOfARefusalIsInTheTableOfErrors(t *testing.T) {
	t.Parallel()
	found := 0
	for _, dir := range []string{"domain", "eventstore", "http", "projections", "cmd"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, entry fs.DirEntry, err error) error {
			skip := entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/simulator/")
			if err != nil || skip {
				return err
			}
			found += checkCodes(t, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 70 {
		t.Errorf("only %d refusals were found in the source", found)
	}
}

func checkCodes(t *testing.T, path string) (found int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if status, code := refusalIn(call); status != 0 {
			found++
			known, ok := errorcode.Find(code)
			switch {
			case slices.Contains(notAnswered, code):
			case !ok:
				t.Errorf("%s: %s is not in the table of errors (package http/api/errorcode)", path, code)
			case known.Status != status:
				t.Errorf("%s: %s is answered with %d, and the table says %d", path, code, status, known.Status)
			}
		}
		return true
	})
	return found
}

// refusalIn returns the status and code of a call that makes a refusal: Refuse with a kind or status, and a code.
func refusalIn(call *ast.CallExpr) (status int, code string) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	if name != "Refuse" {
		return 0, ""
	}
	for i, argument := range call.Args {
		if kind, ok := argument.(*ast.SelectorExpr); ok && statusOfKind[kind.Sel.Name] != 0 && i+1 < len(call.Args) {
			if literal, ok := call.Args[i+1].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				code, _ := strconv.Unquote(literal.Value)
				return statusOfKind[kind.Sel.Name], code
			}
		}
	}
	return 0, ""
}

func TestTheTableOfErrorsIsWhole(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, e := range errorcode.All() {
		switch {
		case seen[e.Code]:
			t.Errorf("%s is there twice", e.Code)
		case e.Summary == "" || e.Message == "" || strings.HasSuffix(e.Message, "."):
			t.Errorf("%s needs a summary and a message without a full stop", e.Code)
		case e.Next != "" && !strings.HasSuffix(e.Next, "."):
			t.Errorf("%s: the advice is no sentence: %s", e.Code, e.Next)
		case slices.Contains(notAnswered, e.Code):
			t.Errorf("%s is in the table, and said to reach no caller", e.Code)
		}
		seen[e.Code] = true
	}
}
