package access

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"gateway/domain/account"
	"gateway/test/e2e/harness"
)

const goldenScopes = "testdata/scopes.txt"

const legendOfScopes = `# What an API key may call, by its scopes. Each operation of the API's description was called with the full key, and with a restricted key
# of each scope alone, on a running gateway. The second column is the scope that the operation needs; - is one that takes no API key.
#
#   yes   the key may: the request was taken in, though it may be refused for what it says
#   .     401: no API key opens this
#   403   scope_missing, with the scope in the message
#
# WRITE_MATRIX=1 make test PKG=./test/e2e/access writes this file. Read the difference.

`

func TestEveryOperationWithAKeyOfEveryScope(t *testing.T) {
	t.Parallel()
	keys := keysByScope(t)
	names := append([]string{"full"}, account.Scopes...)
	var text strings.Builder
	out := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "operation\tscope\t"+strings.Join(names, "\t"))
	for _, o := range harness.Operations(t, func(harness.Operation) bool { return true }) {
		line := []string{o.Row, scopeOf(o)}
		for _, name := range names {
			got := cellOfKey(t, keys[name], o)
			line = append(line, got)
			scopes := []string{account.ScopeRead, name}
			if name == "full" {
				scopes = account.FullScopes
			}
			if want := wantOfKey(o, scopes); got != want {
				t.Errorf("%s with the key %s: %s, and its scopes say %s", o.Row, name, got, want)
			}
		}
		fmt.Fprintln(out, strings.Join(line, "\t"))
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	compare(t, goldenScopes, legendOfScopes+text.String())
}

// keysByScope returns a merchant's full key, and a restricted one for each scope.
func keysByScope(t *testing.T) map[string]caller {
	t.Helper()
	m := harness.NewFundedMerchant(t, 100_000)
	keys := map[string]caller{"full": m.Caller}
	owner := m.LogIn(t)
	for _, scope := range account.Scopes {
		made := owner.Post(t, "/api-keys", object{"name": scope, "restricted": true, "scopes": []string{scope}}).Wants(t, 201)
		keys[scope] = m.Gateway.Anonymous().With("X-API-Key", made.Text(t, "key"))
	}
	return keys
}

func scopeOf(o harness.Operation) string {
	if scope, ok := o.Extensions["x-scope"].(string); ok {
		return scope
	}
	return "-"
}

// wantOfKey is the result that the scopes of a key imply.
func wantOfKey(o harness.Operation, scopes []string) string {
	switch scope := scopeOf(o); {
	case scope == "-" && o.Scheme() == "":
		return "yes"
	case scope == "-":
		return "."
	case !slices.Contains(scopes, scope):
		return "403"
	}
	return "yes"
}

// cellOfKey calls the operation with unknown ids, and returns the word for what happened.
func cellOfKey(t *testing.T, c caller, o harness.Operation) string {
	t.Helper()
	var body any
	if o.RequestBody != nil {
		body = object{}
	}
	got := c.Call(t, o.Method, strangersPath(o), body)
	switch {
	case got.Status == 401:
		return "."
	case got.ErrorCode() == "scope_missing" && strings.Contains(string(got.Body), "lacks the scope "+scopeOf(o)):
		return "403"
	case got.Status == 403 || got.Status >= 500 && got.Status != 503:
		t.Errorf("%s: %d %s", o.Row, got.Status, got.Body)
		return "?"
	}
	return "yes"
}
