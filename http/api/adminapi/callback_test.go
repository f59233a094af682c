package adminapi

import (
	"net/http"
	"testing"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/callbackrows"
	"gateway/test/rupiah"
)

func TestACallbackThatEndedCanBeSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	client := f.client("toko@example.com")
	f.pay(payment.Identity{
		ID: 1, TransactionID: "INV-1", ClientID: client, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
		CallbackURL: "http://127.0.0.1:1/",
	}, payment.PayCmd{At: f.core.Now(), Receipt: payment.Receipt{ProviderPaymentID: "p", PaidAmount: rupiah.Of(100_000), PaidAt: f.core.Now()}})

	listed := servicetest.Into[[]callbackrows.Callback](t, f.want(f.as(root, "GET", "/callbacks?client_id="+itoa(client), ""), 200, ""))
	if len(listed) != 1 || listed[0].Status != callback.StatusPending {
		t.Fatalf("listed is %+v", listed)
	}
	path := "/callbacks/" + listed[0].ID
	f.want(f.as(root, "POST", path+"/resend", ""), 200, "") // it is due anyhow
	f.want(f.as(root, "POST", path+"/resend", `{"attempts":3}`), 409, "callback_changed")
	_, err := service.Execute(t.Context(), f.core, callback.Aggregate, callback.Stream(listed[0].ID),
		func(s callback.State) ([]domain.Event, error) {
			return callback.RecordAttempt(s, callback.RecordAttemptCmd{
				Kind: callback.KindPayment, CallbackID: listed[0].ID, ClientID: client, Result: callback.Result{Status: http.StatusOK}, At: f.core.Now(),
			})
		})
	if err != nil {
		t.Fatal(err)
	}
	delivered := servicetest.Into[callbackrows.Callback](t, f.want(f.as(root, "GET", path, ""), 200, ""))
	if delivered.Status != callback.StatusDelivered || len(delivered.Attempts) != 1 {
		t.Errorf("delivered is %+v", delivered)
	}
	again := servicetest.Into[callbackrows.Callback](t, f.want(f.as(root, "POST", path+"/resend", ""), 200, ""))
	if again.Status != callback.StatusPending || again.NextAttemptAt == nil {
		t.Errorf("to be sent again is %+v", again)
	}
	f.want(f.as(root, "GET", "/callbacks/none", ""), 404, "not_found")
	if got := f.as(root, "GET", "/callbacks?client_id=x", ""); got.Status != 400 || got.Field != "client_id" {
		t.Errorf("a client_id that is none: %+v", got)
	}
}
