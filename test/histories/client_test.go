package histories

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"gateway/test/installation"

	"github.com/shopspring/decimal"
)

// client is one of the programs that act on the account, or the administrator.
type client struct {
	*history
	number int
	random *rand.Rand
}

// How long a client waits for an answer. With the longer time, it sees answers that waited for a new leader.
const (
	impatient = 2 * time.Second
	patient   = 8 * time.Second
)

// patience is the longest pause after a request without an answer.
const patience = 300 * time.Millisecond

// call sends a request to one of the instances and returns the operation with its answer. A refused connection
// does not count as an answer: the transport repeats a request whose connection broke, so the first one may
// have arrived.
func (c *client) call(from installation.Caller, method, path string, body any, o operation) (operation, installation.Answer) {
	o.client, o.instance = c.number, c.instance()
	limit := impatient
	if c.random.IntN(5) == 0 {
		limit = patient
	}
	ctx, cancel := context.WithTimeout(c.t.Context(), limit)
	defer cancel()
	o.call = c.record.now()
	a, err := from.On(c.in.Instances[o.instance]).Send(ctx, method, path, body)
	o.back = c.record.now()
	o.status = a.Status
	switch {
	case err != nil || a.Status >= http.StatusInternalServerError:
		o.out.unknown = true
	case a.Status == http.StatusConflict:
		o.out.conflict, o.conflict = true, a.Text("error_code")
	case a.Status >= http.StatusBadRequest:
		o.out.refusal = refusal(a.Text("error_code"))
		c.checkRefusal(o, a)
	case o.body != "":
		o.answer, o.replayed = string(a.Data), a.Header.Get("Idempotency-Replayed") == "true"
	}
	return o, a
}

// refusal gives one name to two answers that look the same from outside: the provider makes the payout, or may
// be getting it now.
func refusal(code string) string {
	if code == "attempt_under_way" {
		return "not_manual"
	}
	return code
}

// checkRefusal fails the test if a well-formed request was refused for its form or its credentials.
func (c *client) checkRefusal(o operation, a installation.Answer) {
	if a.Status != http.StatusBadRequest && a.Status != http.StatusNotFound || strings.HasPrefix(a.Text("error_code"), "invalid") {
		c.t.Errorf("history of seed %d: %s was answered %s", c.seed, o.in.do, a)
	}
}

// instance chooses an instance, and rarely one that is known not to answer.
func (c *client) instance() int {
	n := c.random.IntN(len(c.in.Instances))
	if c.record.isDown(n) && c.random.IntN(20) > 0 {
		return 1 - n
	}
	return n
}

// ask does an operation that is judged by its own answer alone.
func (c *client) ask(from installation.Caller, method, path string, body any, in input) {
	o, _ := c.call(from, method, path, body, operation{in: in})
	c.record.add(o)
	if o.out.unknown {
		c.pause(patience)
	}
}

func (c *client) readBalance() {
	o, a := c.call(c.merchant.Caller, "GET", "/account/balance", nil, operation{in: input{do: readBalance}})
	if a.Status == http.StatusOK {
		o.out.available, o.out.held, o.out.total = sen(a, "saldo_yang_bisa_ditarik"), sen(a, "ditahan"), sen(a, "saldo")
		c.record.add(o)
	}
}

func (c *client) readPayout(n int) {
	o, a := c.call(c.merchant.Caller, "GET", "/withdrawals/external/"+c.name(n), nil, operation{in: input{do: readPayout, payout: n}})
	if a.Status == http.StatusOK || a.Status == http.StatusNotFound {
		o.out = output{status: a.Text("status")}
		c.record.add(o)
	}
}

// request sends a request under its key until it is answered, as a careful client does, but not for ever.
func (c *client) request(n int, kind string, amount int64) {
	const attempts = 6
	for range attempts {
		body := map[string]any{"jumlah": amount / 100, "external_id": c.name(n)}
		path := "/withdrawals"
		if kind == settle {
			path, body["tujuan"] = "/settlements", "gaji"
		} else {
			body["url"] = "http://127.0.0.1:9/none"
		}
		o, _ := c.call(c.merchant.With("Idempotency-Key", c.name(n)), "POST", path, body, operation{
			in: input{do: kind, payout: n, amount: amount}, body: fmt.Sprintf("%s %s", kind, rupiah(amount)),
		})
		c.record.add(o)
		if !o.out.unknown && o.conflict != inUse {
			return
		}
		c.pause(patience)
	}
}

// name is the idempotency key and the external_id of a request.
func (c *client) name(n int) string { return fmt.Sprintf("%d-%d", c.merchant.ID, n) }

// pay makes a customer pay the merchant. The credit has no answer of its own: it comes some time after the payment.
func (c *client) pay() {
	amount := 10_000 + c.random.Int64N(200_000)
	created, err := c.merchant.Retry(c.t.Context(), "POST", "/payments/va",
		map[string]any{"amount": amount, "bank_code": "BCA", "customer_name": "Budi"})
	if err != nil || created.Status != http.StatusCreated {
		c.t.Errorf("a payment was answered %s %v", created, err)
		return
	}
	var data struct {
		Transaction struct {
			ID  string          `json:"transaction_id"`
			Net decimal.Decimal `json:"net_payment"`
		} `json:"transaction"`
	}
	created.Into(c.t, &data)
	o := operation{
		client: c.number, call: c.record.now(), back: open,
		in: input{do: credited, amount: data.Transaction.Net.Shift(2).IntPart()}, out: output{unknown: true},
	}
	c.record.add(o)
	if paid, err := c.merchant.Retry(c.t.Context(), "POST", "/sandbox/payments/"+data.Transaction.ID+"/pay", nil); err != nil {
		c.t.Errorf("a customer's payment was answered %s %v", paid, err)
	}
}

// sen returns an amount of the answer in sen.
func sen(a installation.Answer, field string) int64 {
	amount, err := decimal.NewFromString(a.Text(field))
	if err != nil {
		return -1
	}
	return amount.Shift(2).IntPart()
}

// pause waits for up to most, as people and programs do.
func (c *client) pause(most time.Duration) { <-time.After(time.Duration(c.random.Int64N(int64(most)))) }
