package adminapi

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func TestSuspendedMoneyIsReleasedOrRefundedOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	client := f.client("toko@example.com")
	for i, c := range []struct{ resolution, status string }{
		{"release", paymentrows.SuspenseReleased}, {"refund", paymentrows.SuspenseRefunded},
	} {
		id := f.suspended(client, fmt.Sprintf("INV-%d-%d", client, i))
		path := "/suspense/" + itoa(id)
		if got := f.as(root, "POST", path+"/"+c.resolution, ""); got.Status != 400 || got.Field != "reason" {
			t.Errorf("%s without a reason: %+v", c.resolution, got)
		}
		item := servicetest.Into[paymentrows.SuspenseItem](t, f.want(f.as(root, "POST", path+"/"+c.resolution, `{"reason":"agreed"}`), 200, ""))
		if item.Status != c.status || item.ResolvedBy == nil || *item.ResolvedBy != "admin:"+f.rootID() {
			t.Errorf("%s: %+v", c.resolution, item)
		}
		f.want(f.as(root, "POST", path+"/release", `{"reason":"again"}`), 400, "suspense_closed")
	}
	if open := servicetest.Into[[]paymentrows.SuspenseItem](t, f.as(root, "GET", "/suspense?status=open", "")); len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
	f.want(f.as(root, "POST", "/suspense/987654/release", `{"reason":"x"}`), 404, "not_found")
}

func (f fixture) rootID() string {
	f.t.Helper()
	all, err := f.Queries.Admins(f.t.Context())
	if err != nil || all[0].Email != rootEmail {
		f.t.Fatalf("%+v, %v", all, err)
	}
	return itoa(all[0].ID)
}

// suspended puts money into suspense: a payment arrives with another amount than requested.
func (f fixture) suspended(client int64, transactionID string) (suspenseID int64) {
	f.t.Helper()
	suspenseID, err := f.core.IDs.Next(f.t.Context(), sequence.Suspense)
	if err != nil {
		f.t.Fatal(err)
	}
	identity := payment.Identity{
		ID: suspenseID, TransactionID: transactionID, ClientID: client, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
	}
	f.pay(identity, payment.PayCmd{SuspenseID: suspenseID, At: f.core.Now(), Receipt: payment.Receipt{
		ProviderPaymentID: transactionID, PaidAmount: rupiah.Of(90_000), PaidAt: f.core.Now(),
	}})
	return suspenseID
}

// pay requests a payment and pays it.
func (f fixture) pay(identity payment.Identity, cmd payment.PayCmd) {
	f.t.Helper()
	request := payment.RequestCmd{
		Identity: identity, Rates: map[string]pricing.Rate{identity.ChannelCode: {}}, VATRate: pricing.DefaultVATRate,
		ExpiresAt: f.core.Now(), At: f.core.Now(),
	}
	for _, step := range []func(payment.State) ([]domain.Event, error){
		func(s payment.State) ([]domain.Event, error) { return payment.Request(s, request) },
		func(s payment.State) ([]domain.Event, error) { return payment.Pay(s, cmd) },
	} {
		if _, err := service.Execute(f.t.Context(), f.core, payment.Aggregate, payment.Stream(identity.TransactionID), step); err != nil {
			f.t.Fatal(err)
		}
	}
}
