package merchantapi

import "testing"

func TestAClientReadsOnlyItsOwnBalance(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	client, key := p.withKey("toko@example.com")
	other := p.registered("other@example.com")
	own := p.want(p.call("GET", "/clients/"+itoa(client)+"/balance", "", "X-API-Key", key), 200, "")
	alias := p.want(p.call("GET", "/account/balance", "", "X-API-Key", key), 200, "")
	if want := `{"client_id":` + itoa(client) + `,"saldo":0,"saldo_yang_bisa_ditarik":0,"ditahan":0,"belum_settle":0,"piutang":0}`; !same(t, own.Data, want) || !same(t, alias.Data, want) {
		t.Errorf("the balance is %s, by its alias %s", own.Data, alias.Data)
	}
	p.want(p.call("GET", "/clients/"+itoa(other)+"/balance", "", "X-API-Key", key), 404, "not_found")
	p.want(p.call("GET", "/clients/99999/balance", "", "X-API-Key", key), 404, "not_found")
}
