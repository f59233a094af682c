package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/getkin/kin-openapi/openapi3"
)

const (
	override   = "\u202e"
	decomposed = "cafe\u0301"
	composed   = "caf\u00e9"
)

// texts returns the fields of a body that hold texts of people. Each function makes a value of the field from a
// text: the text itself, or a list. Passwords are left out, because they keep their bytes.
func texts(o harness.Operation) map[string]func(text string) any {
	fields := map[string]func(string) any{}
	if o.RequestBody == nil {
		return fields
	}
	for name, field := range o.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
		switch s := field.Value; {
		case s.Format == "password", name == "email" && slices.Contains(logins, o.OperationID):
		case s.Type.Is("string"):
			fields[name] = func(text string) any { return text }
		case s.Type.Is("array"), slices.ContainsFunc(s.OneOf, func(one *openapi3.SchemaRef) bool { return one.Value.Type.Is("array") }):
			fields[name] = func(text string) any { return []string{text} }
		}
	}
	return fields
}

// fieldOf is what a refusal of the field names: the first element of a list of objects, which a text is not.
func fieldOf(o harness.Operation, name string) string {
	list := o.RequestBody.Value.Content["application/json"].Schema.Value.Properties[name]
	if list != nil && list.Value.Type.Is("array") && list.Value.Items.Value.Type.Is("object") {
		return name + "[0]"
	}
	return name
}

// logins accept an address in the form in which it may have been registered before texts were checked.
var logins = []string{"login", "loginClient", "loginAdmin", "forgotPassword"}

// A described field needs no rule of its own, because the binder of requests is the only way in.
func TestEveryTextOfEveryOperationPassesTheBorder(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	checked := 0
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.RequestBody != nil && o.Scheme() != "CallbackToken" }) {
		sound, _ := p.body(o).(object)
		for name, hold := range texts(o) {
			field := fieldOf(o, name)
			for _, bad := range []string{"a" + override + "b", "a\a", "a\u009bb", "a\u2066b"} {
				checked++
				p.call(t, o, p.path(o, nil), sound.With(name, hold(bad))).RefusesField(t, field)
			}
			p.call(t, o, p.path(o, nil), sound.With(name, harness.Raw(strings.ReplaceAll(harness.JSON(hold("@")), "@", `\ud800`)))).RefusesField(t, field)
		}
	}
	if checked < 200 {
		t.Errorf("only %d texts were sent", checked)
	}
}

// asStored are the parameters that are compared with the client's own texts, which may be older than the check
// of texts.
var asStored = []string{"externalId", "external_id", "q", "status", "transaction_id", "reversal_id", "subject", "id"}

func TestEveryParameterPassesTheBorderUnlessItNamesWhatWasStoredBefore(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	const escaped = "a%E2%80%AEb"
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() != "CallbackToken" }) {
		for _, parameter := range o.Parameters {
			name, s := parameter.Value.Name, parameter.Value.Schema.Value
			path := p.path(o, map[string]string{name: escaped})
			if parameter.Value.In == "query" {
				path = p.path(o, nil) + "?" + name + "=" + escaped
			}
			switch {
			case !s.Type.Is("string") || parameter.Value.In == "header" || name == "id" && len(s.Enum) == 0:
			case slices.Contains(asStored, name) && len(s.Enum) == 0 && (name != "status" || strings.HasSuffix(o.Pattern, "/transactions")):
				if a := p.call(t, o, path, nil); strings.Contains(string(a.Body), "direction of writing") {
					t.Errorf("%s: %s finds nothing that is older than the border", o.Row, name)
				}
			default:
				p.call(t, o, path, nil).RefusesField(t, name)
			}
		}
	}
}

// The stored text is the same in the answer, in a list and in a callback, because all of them come from one event.
func TestEveryCreationStoresItsTextsInNFC(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 10_000_000)
	p := newActors(t, m, m.LogIn(t))
	stored := 0
	for i, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Takes("Idempotency-Key") }) {
		sound, _ := p.body(o).(object)
		for name, hold := range texts(o) {
			c := p.callers[o.Scheme()].With("Idempotency-Key", fmt.Sprintf("%s-%d-%s", m.Email, i, name))
			if _, once := sound["reference"]; once { // of a treasury entry, which must be unique
				sound["reference"] = fmt.Sprintf("%s-%s", m.Email, name)
			}
			a := c.Post(t, p.path(o, nil), sound.With(name, hold(decomposed+" "+fmt.Sprint(m.ID))))
			if a.Status >= 300 { // such as a code, which can't have this letter
				continue
			}
			if strings.Contains(string(a.Body), decomposed) {
				t.Errorf("%s: %s comes back as it was sent: %s", o.Row, name, a.Body)
			}
			if strings.Contains(string(a.Body), composed) {
				stored++
			}
		}
	}
	if stored < 8 {
		t.Errorf("only %d texts came back", stored)
	}
}

func TestMetadataLogsAndPasswordsKeepTheirBytes(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	free := object{decomposed: decomposed + override + "\u009b"}
	for path, name := range map[string]string{"/payments/invoice": "metadata", "/transactions": "transaction_log"} {
		a := m.Post(t, path, object{"amount": 50000, "total": 50000, name: free, "external_id": decomposed}).Wants(t, 201)
		if got := string(a.Body); !strings.Contains(got, harness.JSON(free)) || !strings.Contains(got, composed) {
			t.Errorf("%s: %s", path, got)
		}
	}
	m.Get(t, "/transactions/external/cafe%%CC%%81").Wants(t, 200)
	m.Get(t, "/transactions/external/caf%%C3%%A9").Wants(t, 200)
	m.Get(t, "/transactions?metadata[cafe%%CC%%81]=cafe%%CC%%81%%E2%%80%%AE%%C2%%9B").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	for i, password := range []string{decomposed + override + "\a123", composed + override + "\a123"} {
		email := fmt.Sprintf("bytes-%d-%s", i, m.Email)
		g := harness.Shared(t).Anonymous()
		g.Post(t, "/auth/register", object{"nama": "Toko", "email": email, "password": password}).Wants(t, 201)
		g.Post(t, "/auth/login", object{"email": email, "password": password}).Wants(t, 200)
		g.Post(t, "/auth/login", object{"email": email, "password": strings.ReplaceAll(password, override, "")}).Wants(t, 401)
		if i == 0 {
			g.Post(t, "/auth/login", object{"email": email, "password": composed + override + "\a123"}).Wants(t, 401)
		}
	}
}
