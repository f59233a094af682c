package catalogue_test

import (
	"fmt"
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/treasury"
	"gateway/eventstore"
)

// Every event of a payment, an ordered payout, a fee and an entry about the provider's money names its
// connection. Those that were written when there was only one mean that one.
func TestEventsThatNameNoConnectionAreOfTheFirstOne(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(catalogue.Events()...)
	const moved = `"postings":[{"account":"provider:clearing","amount":-5},{"account":"bank:payouts","amount":3},{"account":"equity","amount":2}]`
	for _, c := range []struct{ event, data, want string }{
		{"payment.requested.v1", `{"transaction_id":"INV-7-1"}`, "xendit"},
		{"payment.paid.v1", `{"connection":"doku-1"}`, "doku-1"},
		{"payment.settled.v1", `{}`, "xendit"},
		{"withdrawal.requested.v1", `{}`, ""},
		{"payout.approved.v1", `{}`, ""},
		{"payout.submitted.v1", `{}`, "xendit"},
		{"payout.submitted.v1", `{"connection":"doku-1"}`, "doku-1"},
		{"payout.completed.v1", `{"provider_id":"d-1"}`, "xendit"},
		{"payout.completed.v1", `{"provider_id":""}`, ""}, // a person paid
		{"payout.failed.v1", `{"provider_id":""}`, ""},
		{"payout.reversed.v1", `{}`, "xendit"},
		{"provider_fee.booked.v1", `{}`, "xendit"},
		{"provider_fee.returned.v1", `{"connection":"doku-1"}`, "doku-1"},
		{"treasury.entered.v1", `{"kind":"top_up",` + moved + `}`, "xendit"},
		{"treasury.entered.v1", `{"kind":"owner_in","postings":[{"account":"equity","amount":5}]}`, ""},
	} {
		e, err := codec.Decode(c.event, []byte(c.data))
		if err != nil {
			t.Fatal(err)
		}
		if got := connectionOf(e); got != c.want {
			t.Errorf("%s %s is of %q, want %q", c.event, c.data, got, c.want)
		}
	}
	for _, event := range []string{"balance.credited.v1", "balance.payment_reversed.v1", "payout.completed.v1", "payout.reversed.v1", "treasury.entered.v1", "provider_fee.booked.v1"} {
		e, err := codec.Decode(event, []byte(`{`+moved+`}`))
		if err != nil {
			t.Fatal(err)
		}
		text, err := codec.Encode(e)
		if err != nil || !strings.Contains(string(text), `{"account":"provider:xendit:clearing","amount":-5},{"account":"provider:xendit:payouts","amount":3},{"account":"equity","amount":2}`) {
			t.Errorf("%s posts %s (%v)", event, text, err)
		}
	}
}

func connectionOf(e any) string {
	switch e := e.(type) {
	case payment.Requested:
		return e.Connection
	case payment.Paid:
		return e.Connection
	case payment.Settled:
		return e.Connection
	case balance.WithdrawalRequested:
		return e.Connection
	case balance.PayoutApproved:
		return e.Connection
	case balance.PayoutSubmitted:
		return e.Connection
	case balance.PayoutCompleted:
		return e.Connection
	case balance.PayoutFailed:
		return e.Connection
	case balance.PayoutReversed:
		return e.Connection
	case treasury.FeeBooked:
		return e.Connection
	case treasury.FeeReturned:
		return e.Connection
	case treasury.Entered:
		return e.Connection
	}
	return fmt.Sprintf("%T", e)
}
