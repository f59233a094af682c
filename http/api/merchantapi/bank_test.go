package merchantapi

import (
	"testing"

	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/pricingrows"
)

func TestABankChannelIsFoundByItsCode(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	_, key := p.withKey("toko@example.com")
	got := p.want(p.call("GET", "/bank-channels/code/bca", "", "X-API-Key", key), 200, "")
	if bca := servicetest.Into[pricingrows.BankChannel](t, got); bca.Code != "BCA" || !bca.Active {
		t.Errorf("BCA is %+v", bca)
	}
	p.want(p.call("GET", "/bank-channels/code/NOBANK", "", "X-API-Key", key), 404, "not_found")
	p.want(p.call("GET", "/bank-channels/active", "", "X-API-Key", key), 200, "")
}
