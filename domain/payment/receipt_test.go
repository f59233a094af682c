package payment

import (
	"slices"
	"testing"

	"gateway/domain"
	"gateway/domain/pricing"
)

func TestClientOf(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]int64{
		"INV-7-1766682454715000002":                   7,
		"INV-9223372036854775807-1766682454715000002": 9223372036854775807,
		"INV-12-176668245471500000":                   0,
		"INV-0-1766682454715000002":                   0,
		"ORDER-1":                                     0,
	} {
		if got, ok := ClientOf(id); got != want || ok != (want != 0) {
			t.Errorf("%s is of %d, %t", id, got, ok)
		}
	}
	if _, ok := ClientOf("INV-9999999999999999999-1766682454715000002"); ok {
		t.Error("a client's id above the largest integer is taken")
	}
}

func TestReceiptsAreAllMoneyOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given []domain.Event
		want  []string
	}{
		{"unpaid", openPayment, nil},
		{"paid", paidPayment, []string{"pay-1"}},
		{"a wrong amount", mismatchedPayment, []string{"pay-9"}},
		{"paid twice", twicePaidPayment, []string{"pay-1", "pay-2"}},
		{"paid out of suspense", append(mismatchedPayment[:3:3], released, paidBySuspense), []string{"pay-9"}},
	} {
		var got []string
		for _, r := range Aggregate.Fold(State{}, c.given...).Receipts() {
			got = append(got, r.ProviderPaymentID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReceiptOf(t *testing.T) {
	t.Parallel()
	on := func(channel pricing.Kind, chargedAs, openedAs string) State {
		s := Aggregate.Fold(State{}, paidPayment...)
		s.Channel, s.Receipt.ProviderID, s.Opening.ProviderID = string(channel), chargedAs, openedAs
		s.Credits[0].Receipt = s.Receipt
		return s
	}
	for _, c := range []struct {
		name, id string
		s        State
		want     string
	}{
		{"the id of the receipt", "pay-1", on(pricing.Invoice, "prov-1", "prov-1"), "pay-1"},
		{"the id of a receipt in suspense", "pay-9", Aggregate.Fold(State{}, mismatchedPayment...), "pay-9"},
		{"the id of the payment", "prov-1", on(pricing.Invoice, "prov-1", "prov-1"), "pay-1"},
		{"the id of the payment, not paid", "prov-1", Aggregate.Fold(State{}, openPayment...), ""},
		{"no id", "", on(pricing.Invoice, "", "prov-1"), ""},
		{"the id that it was opened with, where the receipt has none", "prov-1", on(pricing.Invoice, "", "prov-1"), "pay-1"},
		{"the id that it was opened with, where another invoice was paid", "prov-1", on(pricing.Invoice, "prov-2", "prov-1"), ""},
		{"the id that it was opened with, where another charge was paid", "prov-1", on(pricing.EWallet, "prov-2", "prov-1"), ""},
		{"the other charge's id", "prov-2", on(pricing.EWallet, "prov-2", "prov-1"), "pay-1"},
		{"a virtual account is paid many times", "prov-1", on(pricing.VA, "prov-2", "prov-1"), "pay-1"},
		{"an id of something else", "prov-3", on(pricing.VA, "prov-2", "prov-1"), ""},
	} {
		if got, known := c.s.ReceiptOf(c.id); got != c.want || known != (c.want != "") {
			t.Errorf("%s: %q, %t, want %q", c.name, got, known, c.want)
		}
	}
}
