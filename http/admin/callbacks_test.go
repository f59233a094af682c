package admin

import (
	"net/http"
	"testing"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

func TestACallbackThatEndedCanBeSentAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	root := d.bearer(rootEmail, rootPassword)
	client := d.client("toko@example.com")
	d.pay(payment.Identity{
		ID: 1, TransactionID: "INV-1", ClientID: client, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
		CallbackURL: "http://127.0.0.1:1/",
	}, payment.PayCmd{At: d.Now(), Receipt: payment.Receipt{ProviderPaymentID: "p", PaidAmount: rupiah.Of(100_000), PaidAt: d.Now()}})

	listed := servicetest.Into[[]readmodel.Callback](t, d.want(d.as(root, "GET", "/callbacks?client_id="+itoa(client), ""), 200, ""))
	if len(listed) != 1 || listed[0].Status != callback.StatusPending {
		t.Fatalf("listed is %+v", listed)
	}
	path := "/callbacks/" + listed[0].ID
	d.want(d.as(root, "POST", path+"/resend", ""), 400, "callback_pending")
	_, err := service.Execute(t.Context(), d.Core, callback.Aggregate, callback.Stream(listed[0].ID),
		func(s callback.State) ([]domain.Event, error) {
			return callback.RecordAttempt(s, callback.RecordAttemptCmd{
				Kind: callback.KindPayment, CallbackID: listed[0].ID, ClientID: client, ResponseStatus: http.StatusOK, At: d.Now(),
			})
		})
	if err != nil {
		t.Fatal(err)
	}
	delivered := servicetest.Into[readmodel.Callback](t, d.want(d.as(root, "GET", path, ""), 200, ""))
	if delivered.Status != callback.StatusDelivered || len(delivered.Attempts) != 1 {
		t.Errorf("delivered is %+v", delivered)
	}
	again := servicetest.Into[readmodel.Callback](t, d.want(d.as(root, "POST", path+"/resend", ""), 200, ""))
	if again.Status != callback.StatusPending || again.NextAttemptAt == nil {
		t.Errorf("to be sent again is %+v", again)
	}
	d.want(d.as(root, "GET", "/callbacks/none", ""), 404, "not_found")
	if got := d.as(root, "GET", "/callbacks?client_id=x", ""); got.Status != 400 || got.Field != "client_id" {
		t.Errorf("a client_id that is none: %+v", got)
	}
}
