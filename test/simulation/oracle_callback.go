package simulation

import (
	"fmt"
	"slices"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
)

// paymentCallbacks returns the statuses of which a payment's URL must have been told, and those of which it may
// have been told.
func paymentCallbacks(row paymentrows.Transaction) (must, may []string) {
	switch row.Status {
	case "PAID":
		return []string{"PAID"}, []string{"EXPIRED"}
	case "SETTLED":
		return []string{"PAID", "SETTLED"}, []string{"EXPIRED"}
	case "EXPIRED":
		return []string{"EXPIRED"}, nil
	}
	return nil, nil
}

// withdrawalCallbacks does the same for a withdrawal: completed or failed, and no second callback when it is reversed.
func withdrawalCallbacks(row payoutrows.Payout) (must, may []string) {
	switch row.Status {
	case "completed", "reversed":
		return []string{"completed"}, nil
	case "failed":
		return []string{"failed"}, nil
	}
	return nil, nil
}

// judgeCallbacks: the URL in the request is told of each status that ends something, by at least one attempt
// each, in their order, always with the same body. It gets no other status, and no other URL gets any.
func (o *oracle) judgeCallbacks(kind, subject string, r *request, must, may []string) {
	if r == nil {
		return
	}
	var told []string
	latest := -1
	for _, c := range o.callbacks {
		if c.Kind != kind || c.Subject != subject {
			continue
		}
		if c.URL != r.url || r.url == "" {
			o.fail("%s: a callback goes to %q", r, c.URL)
			return
		}
		if o.attempts[c.ID] == 0 {
			o.fail("%s: the callback %s was never attempted", r, c.ID)
		}
		status := ""
		first := -1
		for i, d := range o.receivers[r.url].got {
			if d.id != c.ID {
				continue
			}
			if first < 0 {
				first = i
			}
			if string(d.payload) != string(c.Payload) {
				o.fail("%s: the callback %s was sent with another body", r, c.ID)
			}
			status = fmt.Sprint(d.body["status"])
			if kind == "payment" {
				o.judgePayload(r, subject, status, d)
			}
		}
		since := o.receivers[r.url].since // a restore may forget that the earlier one was given up
		if first >= 0 && first < latest && !(first < since && latest >= since) {
			o.fail("%s: the callback %s came before an earlier one", r, c.ID)
		}
		if !o.resent[c.ID] { // it had been given up, and later ones went on
			latest = max(latest, first)
		}
		if status == "" { // the receiver was down all the time
			status = "not delivered " + c.ID
		}
		told = append(told, status)
	}
	if r.url == "" {
		return
	}
	o.compareTold(r, told, must, may)
}

func (o *oracle) compareTold(r *request, told, must, may []string) {
	undelivered := 0
	for i, status := range told {
		switch {
		case len(status) > 13 && status[:13] == "not delivered":
			undelivered++
		case slices.Contains(told[:i], status):
			o.fail("%s: two callbacks tell %s", r, status)
		case !slices.Contains(must, status) && !slices.Contains(may, status):
			o.fail("%s: a callback tells %s, and the end is %v", r, status, must)
		}
	}
	missing := 0
	for _, status := range must {
		if !slices.Contains(told, status) {
			missing++
		}
	}
	if missing > undelivered {
		o.fail("%s: callbacks tell %v, and must tell %v", r, told, must)
	}
}

// judgePayload: the body has the amounts of its own status (API reference: Callbacks).
func (o *oracle) judgePayload(r *request, transactionID, status string, d delivery) {
	number := func(name string) decimal.Decimal {
		f, _ := d.body[name].(float64)
		return decimal.NewFromFloat(f)
	}
	if d.body["transaction_id"] != transactionID || d.body["client_external_id"] != fmt.Sprint("order-", r.n) || !number("amount").Equal(decimal.NewFromInt(r.amount)) {
		o.fail("%s: a callback is about another payment: %s", r, d.payload)
	}
	paid := number("paid_amount")
	if status == "EXPIRED" {
		if !paid.IsZero() || d.body["paid_at"] != "" {
			o.fail("%s: EXPIRED is told with what was paid: %s", r, d.payload)
		}
		return
	}
	of := func(amount decimal.Decimal) int {
		return slices.IndexFunc(o.transfersOf(transactionID), func(t *paidBill) bool { return amount.Equal(decimal.NewFromInt(t.amount)) })
	}
	i := of(paid)
	if i < 0 {
		i = of(paid.Add(o.refundedInSuspense(transactionID)))
	}
	if i < 0 {
		o.fail("%s: a callback tells that %s was paid, which was not", r, paid)
		return
	}
	t := o.transfersOf(transactionID)[i]
	fee, vat := o.feeFor(transactionID, r.channel, t.channel, paid)
	if !number("biayavat").Equal(fee.Add(vat)) || !number("adjusted_received_amount").Equal(paid.Sub(fee).Sub(vat)) {
		o.fail("%s: a callback tells another fee: %s", r, d.payload)
	}
}

// refundedInSuspense is how much the provider gave back of a payment's money before it was released, in rupiah: only the rest is
// credited.
func (o *oracle) refundedInSuspense(transactionID string) (sum decimal.Decimal) {
	for _, e := range o.events() {
		if reversed, is := e.Event.(payment.Reversed); is && reversed.TransactionID == transactionID {
			sum = sum.Add(reversed.FromSuspense)
		}
	}
	return sum
}
