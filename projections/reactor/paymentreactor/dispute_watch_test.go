package paymentreactor

import (
	"slices"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/payment"
	"gateway/projections/reactor/reactortest"
)

// appendDisputed writes a payment that is disputed, and due after this time.
func (w *paymentFixture) appendDisputed(id string, disputeID int64, after time.Duration) payment.DisputeOrder {
	w.T.Helper()
	p := reactortest.Paid(1, id)
	p.ID, p.ChannelCode = reactortest.NextID(), "QRIS"
	o := payment.DisputeOrder{
		DisputeID: disputeID, ProviderDisputeID: id, Amount: p.PaidAmount, DueBy: w.Clock.Now().Add(after), OpenedAt: w.Clock.Now(),
	}
	w.Append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p,
		payment.DisputeOpened{Identity: p.Identity, DisputeOrder: o, At: w.Clock.Now()})
	return o
}

func TestTheOwnerIsToldOfADisputeThatIsDueSoonAndOneWithoutAnAnswerExpires(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := NewDisputeWatch(w.Log, w.Queries, w.Watcher, w.Logger, w.Clock.Now)
	w.Append(account.Stream(1), account.Registered{ClientID: 1, Name: "Toko", Email: "toko@example.com", At: w.Clock.Now()})
	w.appendDisputed("INV-1-1", 1, 72*time.Hour)
	answered := w.appendDisputed("INV-1-2", 2, 72*time.Hour)
	w.Append(payment.Stream("INV-1-2"), payment.DisputeAnswered{Identity: w.Payment("INV-1-2").Identity, DisputeOrder: answered, At: w.Clock.Now()})
	w.Once(r)
	w.HasEvents("INV-1-1", "requested", "paid", "opened")
	w.Clock.Advance(24 * time.Hour)
	for range 2 {
		w.Once(r)
	}
	w.Shown()
	mails, err := w.Queries.DueMails(t.Context(), w.Clock.Now(), 10)
	if err != nil || len(mails) != 1 || mails[0].Kind != mail.KindDisputeDue || mails[0].Recipient != "toko@example.com" {
		t.Errorf("%+v %v", mails, err)
	}
	w.Clock.Advance(48 * time.Hour)
	for range 2 {
		w.Once(r)
	}
	if got := w.Events(payment.Stream("INV-1-1")); !slices.Equal(got[2:], []string{"dispute.opened.v1", "dispute.reminded.v1", "dispute.expired.v1"}) {
		t.Errorf("it has the events %v", got)
	}
	if d, _ := w.Payment("INV-1-1").Dispute(1); d.Status != payment.DisputeStatusExpired || !d.Held {
		t.Errorf("%+v", d)
	}
	if d, _ := w.Payment("INV-1-2").Dispute(2); d.Status != payment.DisputeStatusNeedsResponse {
		t.Errorf("the one that was answered: %+v", d)
	}
}
