package openapi

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var served = map[string]Audience{
	"/api/v2/docs": Merchants, "/api/v2/admin/docs": Administrators, "/api/v2/provider/docs": Provider,
}

func loadServed(t *testing.T, path string) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(get(t, path).Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return doc
}

func TestEachOperationIsDescribedForItsAudienceAlone(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for path, audience := range served {
		doc := loadServed(t, path+"/openapi.yaml")
		if doc.Info.Title != audience.Title || (path != "/api/v2/docs") != (doc.Webhooks == nil) {
			t.Errorf("%s: %q, %d webhooks", path, doc.Info.Title, len(doc.Webhooks))
		}
		for where, op := range operations(doc) {
			if other := seen[where]; other != "" {
				t.Errorf("%s is in %s and %s", where, other, path)
			}
			seen[where] = path
			if strings.Contains(where, "/admin/") != (path == "/api/v2/admin/docs") {
				t.Errorf("%s is in %s (%v)", where, path, op.Tags)
			}
		}
	}
	if all := operations(load(t)); len(seen) != len(all) {
		t.Errorf("%d operations, and %d of them are served", len(all), len(seen))
	}
}

func TestADescriptionHasNoComponentThatItDoesNotUse(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"openapi.yaml", "openapi-3.0.yaml"} {
		text := get(t, "/api/v2/provider/docs/"+name).Body.String()
		for _, foreign := range []string{"AdminToken", "ClientToken", "PaymentCreated", "Withdrawal"} {
			if strings.Contains(text, foreign) {
				t.Errorf("the provider's %s has %s", name, foreign)
			}
		}
		if !strings.Contains(text, "CallbackToken") {
			t.Errorf("the provider's %s lacks its security scheme", name)
		}
	}
}

// OpenAPI 3.0.3 expresses some things in another way. The test checks one field of each kind.
func TestTheOlderFormSaysTheSame(t *testing.T) {
	t.Parallel()
	for path := range served {
		newer, older := loadServed(t, path+"/openapi.yaml"), loadServed(t, path+"/openapi-3.0.yaml")
		if older.OpenAPI != "3.0.3" || len(operations(newer)) != len(operations(older)) {
			t.Errorf("%s: version %s with %d of %d operations", path, older.OpenAPI, len(operations(older)), len(operations(newer)))
		}
		if len(newer.Components.Schemas) != len(older.Components.Schemas) && path != "/api/v2/docs" {
			t.Errorf("%s: %d of %d schemas", path, len(older.Components.Schemas), len(newer.Components.Schemas))
		}
		for name := range older.Components.Schemas {
			visitFields(name, older.Components.Schemas[name], func(where string, s *openapi3.Schema) {
				if len(s.Type.Slice()) > 1 || s.Const != nil || len(s.Examples) > 0 {
					t.Errorf("%s: %s is not 3.0", path, where)
				}
			})
		}
	}
	doc := loadServed(t, "/api/v2/docs/openapi-3.0.yaml")
	transaction := doc.Components.Schemas["TransactionFields"].Value.Properties
	if fee := transaction["fee"].Value; !fee.Nullable || !slices.Equal(fee.Type.Slice(), []string{"number"}) || fee.Example == nil {
		t.Errorf("transaction.fee: %+v", fee)
	}
	if amount := doc.Components.Schemas["Amount"].Value; !amount.ExclusiveMin.IsTrue() || amount.Min == nil || *amount.Min != 0 {
		t.Errorf("Amount: %+v", amount)
	}
	requested := doc.Components.Schemas["WithdrawalRequest"].Value.Properties["jumlah"]
	if requested.Ref != "" || len(requested.Value.AllOf) != 1 || requested.Value.Min == nil || *requested.Value.Min != 10_000 {
		t.Errorf("jumlah: %+v", requested.Value)
	}
}
