package admin

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

func TestSuspendedMoneyIsReleasedOrRefundedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	root := d.bearer(rootEmail, rootPassword)
	client := d.client("toko@example.com")
	for i, c := range []struct{ resolution, status string }{
		{"release", readmodel.SuspenseReleased}, {"refund", readmodel.SuspenseRefunded},
	} {
		id := d.suspended(client, fmt.Sprintf("INV-%d-%d", client, i))
		path := "/suspense/" + itoa(id)
		if got := d.as(root, "POST", path+"/"+c.resolution, ""); got.Status != 400 || got.Field != "reason" {
			t.Errorf("%s without a reason: %+v", c.resolution, got)
		}
		item := servicetest.Into[readmodel.SuspenseItem](t, d.want(d.as(root, "POST", path+"/"+c.resolution, `{"reason":"agreed"}`), 200, ""))
		if item.Status != c.status || item.ResolvedBy == nil || *item.ResolvedBy != "admin:"+d.rootID() {
			t.Errorf("%s: %+v", c.resolution, item)
		}
		d.want(d.as(root, "POST", path+"/release", `{"reason":"again"}`), 400, "suspense_closed")
	}
	if open := servicetest.Into[[]readmodel.SuspenseItem](t, d.as(root, "GET", "/suspense?status=open", "")); len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
	d.want(d.as(root, "POST", "/suspense/987654/release", `{"reason":"x"}`), 404, "not_found")
}

func (d desk) rootID() string {
	d.t.Helper()
	root, err := d.Queries.AdminByEmail(d.t.Context(), rootEmail)
	if err != nil {
		d.t.Fatal(err)
	}
	return itoa(root.ID)
}

// suspended is money that came for a payment of another amount.
func (d desk) suspended(client int64, transactionID string) (suspenseID int64) {
	d.t.Helper()
	suspenseID, err := d.IDs.Next(d.t.Context(), sequence.Suspense)
	if err != nil {
		d.t.Fatal(err)
	}
	identity := payment.Identity{
		ID: suspenseID, TransactionID: transactionID, ClientID: client, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
	}
	d.pay(identity, payment.PayCmd{SuspenseID: suspenseID, At: d.Now(), Receipt: payment.Receipt{
		ProviderPaymentID: transactionID, PaidAmount: rupiah.Of(90_000), PaidAt: d.Now(),
	}})
	return suspenseID
}

// pay requests a payment and has it paid.
func (d desk) pay(identity payment.Identity, cmd payment.PayCmd) {
	d.t.Helper()
	request := payment.RequestCmd{
		Identity: identity, Rates: map[string]pricing.Rate{identity.ChannelCode: {}}, VATRate: pricing.DefaultVATRate,
		ExpiresAt: d.Now(), At: d.Now(),
	}
	for _, step := range []func(payment.State) ([]domain.Event, error){
		func(s payment.State) ([]domain.Event, error) { return payment.Request(s, request) },
		func(s payment.State) ([]domain.Event, error) { return payment.Pay(s, cmd) },
	} {
		if _, err := service.Execute(d.t.Context(), d.Core, payment.Aggregate, payment.Stream(identity.TransactionID), step); err != nil {
			d.t.Fatal(err)
		}
	}
}
