package merchantapi

import (
	"testing"

	"gateway/http/api"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/clientrows"
)

func TestANewKeyReplacesTheFormerOneAtOnce(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	p.approve(p.registered("toko@example.com"))
	token := p.bearer("toko@example.com")
	issue := func() api.IssuedKey {
		return servicetest.Into[api.IssuedKey](t, p.want(p.call("POST", "/api-keys", `{"name":"shop"}`, "Authorization", token), 201, ""))
	}
	old := issue()
	p.want(p.call("GET", "/account", "", "X-API-Key", old.Key), 200, "")
	current := issue()
	p.want(p.call("GET", "/account", "", "X-API-Key", old.Key), 401, "invalid_api_key")
	p.want(p.call("GET", "/account", "", "X-API-Key", current.Key), 200, "")
	p.want(p.call("DELETE", "/api-keys/999", "", "Authorization", token), 404, "api_key_not_found")
	shown := servicetest.Into[clientrows.APIKey](t, p.want(p.call("GET", "/api-keys", "", "Authorization", token), 200, ""))
	if shown.ID != current.ID || shown.Name != current.Name || shown.MaskedKey != current.MaskedKey || !shown.CreatedAt.Equal(current.CreatedAt) {
		t.Errorf("shown is %+v, issued was %+v", shown, current)
	}
	if string(shown.Allow) != "[]" || shown.LastUsed == nil || shown.LastUsed.Address == "" {
		t.Errorf("allowed from %s, last used %v", shown.Allow, shown.LastUsed)
	}
	if got := p.call("POST", "/api-keys", `{}`, "Authorization", token); got.Status != 400 || got.Field != "name" {
		t.Errorf("a key without a name: %+v", got)
	}
	p.want(p.call("DELETE", "/api-keys/"+itoa(current.ID), "", "Authorization", token), 200, "")
	p.want(p.call("GET", "/account", "", "X-API-Key", current.Key), 401, "invalid_api_key")
	if none := p.want(p.call("GET", "/api-keys", "", "Authorization", token), 200, ""); string(none.Data) != "{}" {
		t.Errorf("without a key: %s", none.Data)
	}
}
