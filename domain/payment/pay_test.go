package payment

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

func pay(paymentID, amount, code string, suspenseID int64) decision {
	return func(s State) ([]domain.Event, error) {
		return Pay(s, PayCmd{Receipt: receiptOf(paymentID, amount), ChannelCode: code, SuspenseID: suspenseID, At: noon})
	}
}

// payCharge is a wallet charge whose own id is the only id.
func payCharge(id string) decision {
	return func(s State) ([]domain.Event, error) {
		r := receiptOf(id, "100000")
		r.ProviderID = id
		return Pay(s, PayCmd{Receipt: r, At: noon})
	}
}

func TestPay(t *testing.T) {
	t.Parallel()
	late := paid
	late.PreviousStatus, late.Late = StatusExpired, true
	paidAfterFailed := paid
	paidAfterFailed.PreviousStatus = StatusFailed
	paidByUnknownChannel := Paid{
		Identity: identity("ALFAMART"), Receipt: receiptOf("pay-1", "100000"), PreviousStatus: StatusPending, At: noon,
		Charge: Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), VATRate: rupiah.Of("11")},
	}
	unknown := paidByUnknownChannel
	unknown.Identity = identity("INVOICE")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: pay("pay-1", "0", "OVO", 0), Refused: "payment_not_found"},
		{Name: "the same notification again", Given: paidPayment, When: pay("pay-1", "0", "OVO", 0)},
		{Name: "again without an id of the money", Given: paidPayment, When: pay("", "100000", "OVO", 0)},
		{Name: "again with the id of the whole payment in its place", Given: paidPayment, When: pay("prov-1", "100000", "OVO", 0)},
		{Name: "a suspended mismatch again without an id", Given: mismatchedPayment, When: pay("prov-1", "150000", "QRIS", 7)},
		{Name: "another charge of the same amount needs an id", Given: paidPayment, When: payCharge("ewc-2"), Refused: ErrNeedsSuspenseID.Error()},
		{Name: "again after SETTLED", Given: settledPayment, When: pay("pay-1", "100000", "OVO", 0)},
		{Name: "the same mismatch again", Given: mismatchedPayment, When: pay("pay-9", "150000", "QRIS", 7)},
		{Name: "a refunded mismatch again", Given: append(mismatchedPayment, refunded), When: pay("pay-9", "150000", "QRIS", 7)},
		{Name: "of nothing", Given: openPayment, When: pay("pay-1", "0", "OVO", 0), Refused: "invalid_field paid_amount"},
		{Name: "of three decimals", Given: openPayment, When: pay("pay-1", "100000.001", "OVO", 0), Refused: "invalid_field paid_amount"},
		{Name: "a second payment needs an id", Given: paidPayment, When: pay("pay-2", "1", "QRIS", 0), Refused: ErrNeedsSuspenseID.Error()},
		{Name: "a second payment is suspended", Given: paidPayment, When: pay("pay-2", "100000", "QRIS", 6), Then: eventsOf(secondPayment)},
		{Name: "another amount needs an id", Given: openPayment, When: pay("pay-9", "150000", "QRIS", 0), Refused: ErrNeedsSuspenseID.Error()},
		{Name: "another amount is suspended", Given: openPayment, When: pay("pay-9", "150000", "QRIS", 5), Then: eventsOf(tooMuch)},
		{Name: "an invoice is charged by the channel paid with", Given: openPayment, When: pay("pay-1", "100000", "OVO", 0), Then: eventsOf(paid)},
		{Name: "a held channel's credit is held", Given: openPayment, When: pay("pay-1", "100000", "QRIS", 0), Then: eventsOf(paidHeld)},
		{Name: "a channel without a rate is charged the quote", Given: openPayment, When: pay("pay-1", "100000", "ALFAMART", 0), Then: eventsOf(paidByUnknownChannel)},
		{Name: "an unnamed channel too", Given: openPayment, When: pay("pay-1", "100000", "", 0), Then: eventsOf(unknown)},
		{Name: "before the provider's answer came", Given: eventsOf(requested), When: pay("pay-1", "100000", "OVO", 0), Then: eventsOf(paid)},
		{Name: "the due amount after a mismatch", Given: mismatchedPayment, When: pay("pay-1", "100000", "OVO", 0), Then: eventsOf(paid)},
		{Name: "after EXPIRED it is late", Given: expiredPayment, When: pay("pay-1", "100000", "OVO", 0), Then: eventsOf(late)},
		{Name: "after FAILED the money counts all the same", Given: failedPayment, When: pay("pay-1", "100000", "OVO", 0), Then: eventsOf(paidAfterFailed)},
	})
}

func TestAPaymentThatIsNoInvoiceKeepsItsChannel(t *testing.T) {
	t.Parallel()
	va := requested
	va.Identity.Channel, va.Identity.ChannelCode = "va", "BCA"
	s := Aggregate.Fold(State{}, va)
	events, err := pay("pay-1", "100000", "OVO", 0)(s)
	if err != nil || events[0].(Paid).ChannelCode != "BCA" || !events[0].(Paid).Fee.Equal(rupiah.Of("4000")) {
		t.Errorf("%v %v", events, err)
	}
}

func TestTheFeeNeverExceedsTheAmount(t *testing.T) {
	t.Parallel()
	small := requested
	small.Amount = rupiah.Of("1000")
	small.Rates = map[string]pricing.Rate{"INVOICE": {Flat: rupiah.Of("4000")}}
	events, err := pay("pay-1", "1000", "", 0)(Aggregate.Fold(State{}, small))
	if err != nil {
		t.Fatal(err)
	}
	got := events[0].(Paid)
	if !got.Net.IsZero() || !got.Fee.Add(got.VAT).Equal(rupiah.Of("1000")) {
		t.Errorf("fee %s, VAT %s, net %s", got.Fee, got.VAT, got.Net)
	}
}

func TestMoneyForSuspenseWithoutAnIDGivesErrNeedsSuspenseID(t *testing.T) {
	t.Parallel()
	_, err := pay("pay-9", "1", "", 0)(Aggregate.Fold(State{}, openPayment...))
	if !errors.Is(err, ErrNeedsSuspenseID) {
		t.Error(err)
	}
}
