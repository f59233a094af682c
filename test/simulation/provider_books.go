package simulation

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// booking is one entry of the provider's books.
type booking struct {
	id, kind, product, reference, status, channel, flow string
	amount                                              int64
	settlement                                          string
	created, updated                                    time.Time
}

// books returns all entries, newest first.
func (p *fakeProvider) books() []booking {
	var all []booking
	for _, b := range p.bills {
		for i, t := range b.transfers {
			entry := booking{
				id: "txn-" + t.id + "-" + strconv.Itoa(i), kind: "PAYMENT", product: t.id, reference: b.reference, status: "SUCCESS", channel: t.channel,
				flow: "MONEY_IN", amount: t.amount, settlement: "PENDING", created: t.at, updated: t.at,
			}
			if t.settled {
				entry.settlement, entry.updated = "SETTLED", t.settledAt
			}
			if at, voided := b.voided(); voided {
				entry.status, entry.updated = "VOIDED", at
			}
			all = append(all, entry)
		}
		for _, r := range b.reversals {
			if r.kind != "void" && r.deduction == "" {
				entry := booking{
					id: "txn-" + r.id, kind: strings.ToUpper(r.kind), product: r.id, reference: b.reference, status: "SUCCESS", channel: b.channel,
					flow: "MONEY_OUT", amount: r.amount, created: r.at, updated: r.at,
				}
				if r.returned {
					entry.status, entry.updated = "REVERSED", r.returnedAt
				}
				all = append(all, entry)
			}
		}
	}
	for _, made := range p.payouts {
		status := map[string]string{"PENDING": "PENDING", "COMPLETED": "SUCCESS", "FAILED": "FAILED", "REVERSED": "REVERSED"}[made.status]
		all = append(all, booking{
			id: "txn-" + made.id, kind: "DISBURSEMENT", product: made.id, reference: made.reference, status: status, channel: made.bank,
			flow: "MONEY_OUT", amount: made.amount, created: made.created, updated: made.updated,
		})
	}
	for _, d := range p.deductions {
		all = append(all, booking{
			id: "txn-" + d.id, kind: "ADJUSTMENT", product: d.id, status: "SUCCESS", flow: d.flow, amount: d.amount, created: d.at, updated: d.at,
		})
	}
	slices.SortStableFunc(all, func(a, b booking) int { return b.created.Compare(a.created) })
	return all
}

// listBooks is GET /transactions.
func (p *fakeProvider) listBooks(q url.Values) answer {
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 50 {
		return problem(400, "API_VALIDATION_ERROR")
	}
	limit = min(limit, p.world.limits.bookings)
	within := func(at time.Time, name string) bool {
		from, fromErr := time.Parse(time.RFC3339Nano, q.Get(name+"[gte]"))
		to, toErr := time.Parse(time.RFC3339Nano, q.Get(name+"[lte]"))
		return (fromErr != nil || !at.Before(from)) && (toErr != nil || !at.After(to))
	}
	list, started, more := []any{}, q.Get("after_id") == "", false
	for _, b := range p.books() {
		if !started {
			started = b.id == q.Get("after_id")
			continue
		}
		switch {
		case q.Has("types") && !slices.Contains(q["types"], b.kind),
			q.Has("statuses") && !slices.Contains(q["statuses"], b.status),
			q.Has("reference_id") && q.Get("reference_id") != b.reference,
			!within(b.created, "created"), !within(b.updated, "updated"):
			continue
		}
		if more = len(list) == limit; more {
			break
		}
		list = append(list, b.form())
	}
	return answer{200, map[string]any{"data": list, "has_more": more}}
}

func (b booking) form() map[string]any {
	m := map[string]any{
		"id": b.id, "product_id": b.product, "type": b.kind, "status": b.status, "channel_code": b.channel, "reference_id": b.reference,
		"currency": "IDR", "amount": b.amount, "cashflow": b.flow, "business_id": "u1", "created": timeText(b.created), "updated": timeText(b.updated),
		"fee": map[string]any{"xendit_fee": 0, "value_added_tax": 0, "status": "NOT_APPLICABLE"}, "settlement_status": nil,
	}
	if b.settlement != "" {
		m["settlement_status"] = b.settlement
	}
	return m
}

// settleTransfer settles a customer's payment with the gateway. It sends no notification.
func (p *fakeProvider) settleTransfer() {
	for _, b := range p.bills {
		for _, t := range b.transfers {
			if _, voided := b.voided(); !voided && !t.settled && p.world.chance(4) {
				t.settled, t.settledAt = true, time.Now().Truncate(time.Millisecond)
				p.world.note("provider: %s of %s is settled", t.id, b.reference)
				return
			}
		}
	}
}
