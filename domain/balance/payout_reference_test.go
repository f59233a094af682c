package balance_test

import (
	"math"
	"reflect"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

func TestAReferenceNamesItsPayout(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]balance.Order{
		"withdrawal-12-34":                 {Kind: balance.Withdrawal, ClientID: 12, ID: 34},
		"settlement-1-9223372036854775807": {Kind: balance.Settlement, ClientID: 1, ID: math.MaxInt64},
	} {
		if got := o.Name(); got != want {
			t.Errorf("name %q, want %q", got, want)
		}
		for _, reference := range []string{want, o.NewReference("0123abcd"), o.NewReference("0123456789abcdef0123456789abcdef")} {
			kind, clientID, id, ok := balance.ParseReference(reference)
			if !ok || kind != o.Kind || clientID != o.ClientID || id != o.ID {
				t.Errorf("%q is read as %s %d %d %v", reference, kind, clientID, id, ok)
			}
		}
	}
}

func TestWhatIsNoReference(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "withdrawal", "withdrawal-1", "withdrawal-1-", "withdrawal--1", "withdrawal-1-2-3", "withdrawal-1-2-0123ABCD", "withdrawal-1-2-0123abc", "withdrawal-1-2-0123abcd-1", "withdrawal-1-2-0123abcg", "withdrawal-1-2-", "withdrawal-1-2-0123456789abcdef0123456789abcdef0",
		"payment-1-2", "-1-2", "Withdrawal-1-2",
		"withdrawal-0-1", "withdrawal-1-0", "withdrawal-01-2", "withdrawal-+1-2", "withdrawal-1-2 ", "withdrawal-1-9223372036854775808", "withdrawal-1-0x2",
	} {
		if _, _, _, ok := balance.ParseReference(text); ok {
			t.Errorf("%q is taken for a reference", text)
		}
	}
}

func TestATransferIsTheOrderOfTheLastAttempt(t *testing.T) {
	t.Parallel()
	p := balance.Payout{
		Order: balance.Order{
			Kind: balance.Withdrawal, ID: 34, ClientID: 12, ExternalID: "WD-1", Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"), Total: rupiah.Of("55000"),
			Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "Budi",
		},
		Reference: "withdrawal-12-34-00c0ffee", SubmittedKey: "a key", ProviderAPI: report.PayoutsV2,
	}
	want := balance.Transfer{
		Reference: "withdrawal-12-34-00c0ffee", IdempotencyKey: "a key", ProviderAPI: report.PayoutsV2,
		Bank: "BCA", AccountHolder: "Budi", AccountNumber: "1234567890", Description: "WD-1", Amount: rupiah.Of("50000"),
	}
	if got := p.Transfer(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if kind, id := p.PayoutID(); kind != balance.Withdrawal || id != 34 {
		t.Errorf("it is %s %d", kind, id)
	}
}
