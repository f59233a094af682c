package histories

import (
	"fmt"
	"time"
)

// pace is the longest pause between two operations of a client.
const pace = 25 * time.Millisecond

// work acts as a merchant's program until stop is closed.
func (c *client) work(stop <-chan struct{}) {
	for !isClosed(stop) {
		c.pause(pace)
		switch c.random.IntN(12) {
		case 0, 1, 2:
			c.readBalance()
		case 3, 4:
			if n, _, ok := c.pick(withdraw); ok {
				c.readPayout(n)
			}
		case 5, 6:
			c.requestNew(withdraw, 10_000+c.random.Int64N(c.rules.funds/100))
		case 7:
			c.requestNew(settle, 10_000+c.random.Int64N(c.rules.funds/500))
		case 8, 9:
			c.repeat()
		case 10:
			if n, r, ok := c.pick(withdraw); ok && r.id != 0 {
				c.ask(c.merchant.Caller, "POST", fmt.Sprintf("/withdrawals/%d/cancel", r.id), nil, input{do: cancel, payout: n})
			}
		default:
			c.pay()
		}
	}
}

// administer acts as an administrator until stop is closed.
func (c *client) administer(stop <-chan struct{}) {
	for !isClosed(stop) {
		c.pause(pace)
		n, r, ok := c.pick("")
		if !ok || r.id == 0 {
			continue
		}
		payout := fmt.Sprintf("/admin/%ss/%d", map[string]string{withdraw: "withdrawal", settle: "settlement"}[r.kind], r.id)
		in := input{payout: n}
		switch c.random.IntN(8) {
		case 0, 1, 2:
			in.do, in.manual = approve, c.random.IntN(2) == 0
			c.ask(c.admin, "POST", payout+"/approve", map[string]any{"manual": in.manual}, in)
		case 3:
			in.do = reject
			c.ask(c.admin, "POST", payout+"/reject", map[string]any{"reason": "no"}, in)
		case 4, 5:
			in.do = complete
			c.ask(c.admin, "POST", payout+"/complete", map[string]any{"di_transfer_oleh": "Siti"}, in)
		case 6:
			in.do = fail
			c.ask(c.admin, "POST", payout+"/fail", map[string]any{"reason": "not sent"}, in)
		default:
			amount := c.random.Int64N(300_000) - 100_000
			c.ask(c.admin, "POST", fmt.Sprintf("/admin/clients/%d/adjustments", c.merchant.ID),
				map[string]any{"amount": amount, "reason": "test"}, input{do: adjust, amount: amount * 100})
		}
	}
}

func (c *client) requestNew(kind string, amount int64) {
	c.request(c.record.newPayout(kind, amount*100), kind, amount*100)
}

// repeat sends a request again under its key, sometimes with another body.
func (c *client) repeat() {
	if n, r, ok := c.pick(""); ok {
		amount := r.amount
		if c.random.IntN(3) == 0 {
			amount += 1_000_00
		}
		c.request(n, r.kind, amount)
	}
}

// pick chooses one of the last requests, of one kind unless it is empty.
func (c *client) pick(kind string) (n int, r request, ok bool) {
	from, requests := c.record.recent(4)
	for range 8 {
		if len(requests) == 0 {
			return 0, r, false
		}
		at := c.random.IntN(len(requests))
		if r = requests[at]; kind == "" || r.kind == kind {
			return from + at, r, true
		}
	}
	return 0, r, false
}

func isClosed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}
