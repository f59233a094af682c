package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gateway/domain/document"
	"gateway/domain/endpoint"
	"gateway/domain/proposal"
)

// ownWords are folders and files with words of their own that read like states of the domain: every word, or only
// those that are listed.
var ownWords = []struct {
	place  string
	words  []string
	reason string
}{
	{"http/simulator/", nil, "speaks the provider's protocol"},
	{"http/openapi/reference/samples/", nil, "is what a merchant writes, without the code of the gateway"},
	{"http/outbound/provider/", nil, "translates the provider's protocol"},
	{"http/outbound/exchange/call.go", []string{"done", "refused"}, "names the outcomes of a call"},
	{"domain/words/", nil, "is the dictionary: it has the translation of each word"},
	{"eventstore/", nil, "knows no aggregate: its words are those of ranges and of EventStoreDB"},
	{"http/page/render.go", []string{"done"}, "names a parameter of the pages"},
	{"http/page/portal/endpoint.go", []string{"active"}, "names a field of the API"},
	{"projections/readmodel/adminrows/admin.go", []string{"disabled"}, "names a column"},
	{"projections/readmodel/feedrows/endpoint.go", []string{"active", "pending"}, "names columns"},
	{"projections/readmodel/pricingrows/pricing.go", []string{"active"}, "names a column"},
	{"http/page/staff/bank.go", []string{"active"}, "names a field of the API"},
	{"projections/readmodel/auditlogrows/", []string{"active"}, "names a field of an event"},
	{"projections/readmodel/clientrows/activity.go", []string{"active"}, "names a detail of an activity"},
	{"http/api/merchantapi/middleware.go", []string{"approved"}, "names a demand of the API's description"},
	{"projections/audit/verify/posted.go", []string{"released", "refunded"}, "names what is expected in the books"},
	{"http/service/state/audit_run.go", []string{"failed"}, "is the outcome of an audit run"},
	{"projections/readmodel/paymentrows/transaction.go", []string{"under_review"}, "names a column and a field of the API"},
	{"http/page/staff/books_log.go", []string{"lost"}, "names a parameter of the page"},
	{"projections/story/routed.go", []string{"matched"}, "names a detail of routing"},
	{"http/server/metrics.go", []string{"failed"}, "is the outcome of an audit run"},
	{"projections/readmodel/paymentrows/transaction.go", []string{"cancelled"}, "names a column"},
	{
		"projections/readmodel/paymentrows/transaction_search.go",
		[]string{"cancelled", "replaced", "under_review"},
		"names filters of the API and a column",
	},
	{"http/service/documentservice/onboarding.go", []string{"done"}, "is the state of a step"},
	{
		"http/service/state/endpoint_delivery.go",
		[]string{"pending", "delivered", "exhausted"},
		"tells the states of deliveries from columns",
	},
	{"projections/reactor/reportreactor/report_reversal.go", []string{"refused"}, "is the outcome of a reversal"},
}

// ordinary are states that are everyday words, too: what is read, what is switched off, what waits. They are not looked for.
var ordinary = []string{proposal.StatusRead, endpoint.StatusOff, document.StatusWaiting}

// A state that is written out may be one that does not exist, and no compiler sees it.
func TestStatesAreNamedByTheDomainsConstants(t *testing.T) {
	t.Parallel()
	states := statesOf(t)
	for _, file := range goFiles(t) {
		if strings.HasPrefix(file, "domain/") || strings.HasPrefix(file, "test/") || strings.HasSuffix(file, "_test.go") ||
			slices.Contains(testSupport, path.Dir(file)) {
			continue
		}
		for _, literal := range literalsOf(t, file) {
			for state, constant := range states {
				if literal.text != state && !strings.Contains(literal.text, "'"+state+"'") || isOwnWord(file, state) {
					continue
				}
				t.Errorf("%s:%d writes the state %q out: use a constant of the domain, such as %s", file, literal.line, state, constant)
			}
		}
	}
}

func isOwnWord(file, word string) bool {
	for _, own := range ownWords {
		if strings.HasPrefix(file, own.place) && (own.words == nil || slices.Contains(own.words, word)) {
			return true
		}
	}
	return false
}

// statesOf gives the domain's states, each with a constant that names it: the constants with Status in their name.
// CANCELLED is none, and reads like one.
func statesOf(t *testing.T) map[string]string {
	t.Helper()
	states := map[string]string{"CANCELLED": "payment.StatusExpired"}
	for _, file := range goFiles(t) {
		if !strings.HasPrefix(file, "domain/") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed := parsedFile(t, file, token.NewFileSet())
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Names) != len(spec.Values) || spec.Type != nil {
				return true
			}
			for i, name := range spec.Names {
				text, isText := spec.Values[i].(*ast.BasicLit)
				if isText && text.Kind == token.STRING && name.IsExported() && strings.Contains(name.Name, "Status") {
					state, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					states[state] = max(states[state], parsed.Name.Name+"."+name.Name)
				}
			}
			return true
		})
	}
	for _, word := range ordinary {
		delete(states, word)
	}
	for _, known := range []string{"PAID", "pending", "granted", "exhausted"} {
		if states[known] == "" {
			t.Fatalf("%s is not among the states that were found: %v", known, slices.Sorted(maps.Keys(states)))
		}
	}
	return states
}

type literal struct {
	text string
	line int
}

// ownFields are those of pages and forms whose values are no states: the message of words.Done, the group of operations,
// and what a browser may fill in.
var ownFields = []string{"Done", "Group", "Complete"}

// literalsOf gives the texts of a file, without its imports, the tags of its fields and the values of ownFields.
func literalsOf(t *testing.T, file string) (found []literal) {
	t.Helper()
	files := token.NewFileSet()
	ast.Inspect(parsedFile(t, file, files), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			return !ok || !slices.Contains(ownFields, key.Name)
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text, err := strconv.Unquote(n.Value)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, literal{text, files.Position(n.Pos()).Line})
			}
		}
		return true
	})
	return found
}

func parsedFile(t *testing.T, file string, files *token.FileSet) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(files, filepath.Join(root, file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}
