package adminapi

import (
	"testing"

	"gateway/domain/account"
	"gateway/http/api"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/pricingrows"

	"github.com/shopspring/decimal"
)

func (f fixture) status(got servicetest.Answer) string {
	f.t.Helper()
	return servicetest.Into[clientrows.Client](f.t, f.want(got, 200, "")).Status
}

func TestAClientFromRegistrationToSuspension(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	id := f.client("toko@example.com")
	path := "/clients/" + itoa(id)
	f.want(f.as(root, "POST", path+"/suspend", `{"reason":"fraud"}`), 400, "not_approved")
	if got := f.status(f.as(root, "POST", path+"/approve", "")); got != account.StatusApproved {
		t.Errorf("approved is %s", got)
	}
	f.want(f.as(root, "POST", path+"/approve", `{}`), 400, "not_pending")
	issued := servicetest.Into[api.IssuedKey](t, f.want(f.as(root, "POST", path+"/api-keys", `{"name":"shop"}`), 201, ""))
	read := func() int {
		return servicetest.Call(t, f.h, "GET", "/account", "", "X-API-Key", issued.Key).Status
	}
	write := func() servicetest.Answer {
		return servicetest.Call(t, f.h, "PUT", "/account", `{"pic":"Budi"}`, "X-API-Key", issued.Key)
	}
	f.want(write(), 200, "")
	if got := f.status(f.as(root, "POST", path+"/suspend", `{"reason":"fraud"}`)); got != account.StatusSuspended || read() != 200 {
		t.Errorf("suspended is %s, reading answers %d", got, read())
	}
	f.want(write(), 403, "account_suspended")
	if got := f.status(f.as(root, "POST", path+"/reactivate", "")); got != account.StatusApproved {
		t.Errorf("reactivated is %s", got)
	}
	f.want(write(), 200, "")
	if got := f.as(root, "PUT", path, `{}`); got.Status != 400 || got.Field != "is_auto_approve_withdrawal" {
		t.Errorf("settings that say nothing: %+v", got)
	}
	changed := servicetest.Into[clientrows.Client](t, f.as(root, "PUT", path, `{"is_auto_approve_withdrawal":true}`))
	if !changed.IsAutoApproveWithdrawal {
		t.Error("the settings did not change")
	}
	listed := servicetest.Into[[]clientrows.Client](t, f.as(root, "GET", "/clients?status=approved", ""))
	if len(listed) != 1 || listed[0].ID != id {
		t.Errorf("listed as approved is %+v", listed)
	}
	f.want(f.as(root, "GET", "/clients/987654", ""), 404, "not_found")
	f.want(f.as(root, "POST", "/clients/987654/api-keys", `{"name":"shop"}`), 404, "client_not_found")
}

func TestAnAdminIssuesAKeyToAClientThatIsNotApproved(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	path := "/clients/" + itoa(f.client("toko@example.com"))
	issued := servicetest.Into[api.IssuedKey](t, f.want(f.as(root, "POST", path+"/api-keys", `{"name":"shop"}`), 201, ""))
	apps := servicetest.Call(t, f.h, "GET", "/apps", "", "X-API-Key", issued.Key)
	if all := servicetest.Into[[]struct{ ID int64 }](t, apps); len(all) != 1 {
		t.Errorf("the apps are %s, want the default one", apps.Data)
	}
}

func TestAppsAndTheirFees(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	path := "/clients/" + itoa(f.client("toko@example.com")) + "/apps"
	for body, field := range map[string]string{
		`{"kode":"A"}`: "name",
		`{"name":"A"}`: "kode",
		`{"name":"A","kode":"A","url":"ftp://x"}`: "url",
	} {
		if got := f.as(root, "POST", path, body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	app := servicetest.Into[struct{ ID int64 }](t, f.want(f.as(root, "POST", path, `{"name":"Kasir","kode":"KSR","jenis":"web","type":"pos"}`), 201, ""))
	feesPath := "/apps/" + itoa(app.ID) + "/fees"
	for body, field := range map[string]string{
		`{"flat":1}`:                              "channel_code",
		`{"channel_code":"BCA"}`:                  "flat",
		`{"channel_code":"BCA","flat":"1"}`:       "flat",
		`{"channel_code":"BCA","percent":90}`:     "percent",
		`{"channel_code":"GOPAY","percent":1}`:    "channel_code",
		`{"channel_code":"TRANSFER","percent":1}`: "channel_code",
	} {
		if got := f.as(root, "PUT", feesPath, body); got.Status != 400 || got.Field != field {
			t.Errorf("%s: %d of %q, want 400 of %q", body, got.Status, got.Field, field)
		}
	}
	set := servicetest.Into[[]clientrows.AppFee](t, f.want(f.as(root, "PUT", feesPath, `{"channel_code":"bca","flat":2500,"percent":0.5}`), 200, ""))
	if len(set) != 1 || set[0].ChannelCode != "BCA" || !set[0].Flat.Equal(decimal.NewFromInt(2500)) {
		t.Errorf("the app's fees are %+v", set)
	}
	f.want(f.as(root, "PUT", "/apps/987654/fees", `{"channel_code":"BCA","flat":1}`), 404, "not_found")
}

func TestReferenceData(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	rate := servicetest.Into[pricingrows.FeeRate](t, f.want(f.as(root, "PUT", "/fees/ovo", `{"flat":0,"percent":1.25,"vat_inclusive":true}`), 200, ""))
	if rate.ChannelCode != "OVO" || !rate.VATInclusive || !rate.Percent.Equal(decimal.New(125, -2)) {
		t.Errorf("the rate is %+v", rate)
	}
	f.want(f.as(root, "PUT", "/fees/GOPAY", `{"flat":1}`), 404, "not_found")
	bank := servicetest.Into[pricingrows.BankChannel](t, f.want(f.as(root, "PUT", "/bank-channels/bca", `{"active":false}`), 200, ""))
	if bank.Code != "BCA" || bank.Active {
		t.Errorf("the bank channel is %+v", bank)
	}
	f.want(f.as(root, "PUT", "/bank-channels/NOBANK", `{"active":false}`), 404, "not_found")
}
