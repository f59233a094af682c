package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/paymentservice"
	"gateway/http/service/payoutservice"
	"gateway/test/rupiah"
)

// client is a merchant, or rather what the merchant knows.
type client struct {
	id  int64
	url string // of its receiver
}

func (c *client) actor() string { return fmt.Sprintf("client:%d", c.id) }

// Kinds of request.
const (
	salePayment = "payment"
	withdrawal  = "withdrawal"
	settlement  = "settlement"
	adjustment  = "adjustment"
)

// request is one thing that a merchant or an administrator wants done once. No other request has the same
// amount, so the amount identifies what the request made.
type request struct {
	n       int
	client  *client
	kind    string
	amount  int64
	channel string
	url     string // for callbacks
	// replaces is the transaction_id of the older payment that a payment replaces, or empty.
	replaces string
	// cancelled: the merchant was told that its payment is cancelled.
	cancelled bool
	key       string // Idempotency-Key, empty without one
	account   string // of a settlement

	tries  int
	flying int
	answer string // of the first 201, as JSON
	// forgotten: the log was restored since, so the first answer may be lost. A repetition then tells the
	// current state.
	forgotten bool
	// lost: what the request made was lost with the log.
	lost    bool
	refused string // the error code of the last refusal
	// unsure: an attempt ended without an answer, so its effect is unknown.
	unsure bool
}

func (r *request) String() string {
	return fmt.Sprintf("request %d (%s of %d by client %d, key %q)", r.n, r.kind, r.amount, r.client.id, r.key)
}

// newRequest makes a request and sends it.
func (w *world) newRequest(kind string) {
	c := w.clients[w.random.IntN(len(w.clients))]
	r := &request{n: len(w.requests) + 1, client: c, kind: kind, account: "1234567890"}
	r.amount = int64(10_000*(2+w.random.IntN(30)) + r.n)
	if w.random.IntN(3) > 0 || kind == adjustment {
		r.key = fmt.Sprintf("key-%d", r.n)
	}
	if w.random.IntN(4) > 0 {
		r.url = c.url
	}
	switch kind {
	case withdrawal:
		if all := w.withdrawableOf(c); w.booking() && all > 0 && w.chance(2) {
			r.amount = all + int64(r.n)
		}
	case salePayment:
		r.amount += 20_000
		r.channel = []string{"QRIS", "BCA", "DANA", "INVOICE"}[w.random.IntN(4)]
		if w.chance(2) {
			r.replaces = w.paymentToReplace(c)
		}
	case settlement:
		if w.chance(8) {
			r.account = unpayable
		}
	case adjustment:
		r.amount += 500_000
	}
	w.requests = append(w.requests, r)
	w.send(r)
}

// send sends a request to any process.
func (w *world) send(r *request) {
	p := w.anyProcess()
	if p == nil || r.replaces != "" && p.former {
		return
	}
	r.tries++
	r.flying++
	w.running++
	w.note("%s is sent to %s", r, p.name)
	w.spawn(p, r.String(), func(ctx context.Context) {
		answered := false
		defer func() { // also if the process is killed
			r.flying--
			w.running--
			if !answered {
				r.unsure = true
			}
		}()
		actor := r.client.actor()
		if r.kind == adjustment {
			actor = "admin:1"
		}
		ctx = eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: actor, RequestID: fmt.Sprint("r-", r.n)})
		created, err := p.serve(ctx, r)
		if p.isDead() {
			return
		}
		answered = true
		w.answered(r, created, err)
	})
}

// serve calls the use case.
func (p *process) serve(ctx context.Context, r *request) (service.Created, error) {
	creation := service.Creation{
		ClientID: r.client.id, Key: r.key, Method: "POST", Path: "/" + r.kind, BodyHash: idempotency.Hash(fmt.Appendf(nil, "%d", r.n)),
	}
	amount := rupiah.Of(r.amount)
	switch r.kind {
	case salePayment:
		channel, _ := pricing.Lookup(r.channel)
		return p.payments.Request(ctx, creation, paymentservice.Request{
			Channel: channel, Amount: amount, ExternalID: fmt.Sprint("order-", r.n), CallbackURL: r.url,
			CustomerName: "PEMBELI", SuccessURL: "https://shop.example/thanks", Metadata: json.RawMessage(`{"a": "<&>"}`),
			Replaces: r.replaces,
		})
	case withdrawal:
		return p.payouts.Withdrawals().Request(ctx, creation, payoutservice.Request{Amount: amount, URL: r.url})
	case settlement:
		return p.payouts.Settlements().Request(ctx, creation, payoutservice.Request{
			Amount: amount, AccountNumber: r.account, Bank: "BCA", Purpose: "rent",
		})
	}
	return p.acts.AdjustBalance(ctx, creation, amount, "bonus")
}

// answered takes the answer to the merchant. One batch of the read models wakes all requests that waited for it
// at the same time.
func (w *world) answered(r *request, created service.Created, err error) {
	w.tellMu.Lock()
	defer w.tellMu.Unlock()
	if err != nil {
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Code != "provider_refused" && (refusal.Kind == domain.Upstream || refusal.Kind == domain.Busy) {
			r.unsure = true
			w.note("%s: no answer, %v", r, err)
			return
		}
		if refusal.Code == "idempotency_key_in_use" {
			r.unsure = true // the other attempt decides
		}
		r.refused = refusal.Code
		w.note("%s: refused, %v", r, err)
		return
	}
	text, err := json.Marshal(created.Data)
	if err != nil {
		w.fail("%s: the answer can't be encoded: %v", r, err)
		return
	}
	w.note("%s: 201 %s", r, text)
	w.tellID(r, string(text))
	switch {
	case r.answer == "", r.forgotten:
		r.answer, r.forgotten = string(text), false
	case r.answer != string(text):
		w.fail("%s: the second answer is %s, the first was %s", r, text, r.answer)
	}
}

// tellID remembers the id of an answer. No two requests may get the same one, even after a restore.
func (w *world) tellID(r *request, answer string) {
	if r.kind == adjustment {
		return
	}
	id := r.kind + " " + idOf(answer)
	if other, told := w.told[id]; told && other != r {
		w.fail("%s and %s were both answered with the id of %s", other, r, id)
	}
	w.told[id] = r
}

// retry repeats a request that has a key, whatever the answer was.
func (w *world) retry() {
	var able []*request
	for _, r := range w.requests[max(0, len(w.requests)-20):] {
		if r.key != "" && (r.answer == "" || w.chance(6)) {
			able = append(able, r)
		}
	}
	if len(able) > 0 {
		w.send(able[w.random.IntN(len(able))])
	}
}

// cancel acts as a merchant who cancels a pending withdrawal.
func (w *world) cancel() {
	p := w.anyProcess()
	for _, row := range w.rows.AllPayouts() {
		open := row.Status == "pending" || row.Status == "processing" && w.chance(4) // the merchant may be too late
		if p != nil && row.Kind == "withdrawal" && open && w.chance(2) {
			w.act(p, fmt.Sprintf("client:%d", row.ClientID), fmt.Sprintf("cancel withdrawal %d", row.ID), func(ctx context.Context) error {
				_, err := p.payouts.CancelWithdrawal(ctx, row.ClientID, row.ID)
				return err
			})
			return
		}
	}
}

// act runs an operation whose effect shows in the log.
func (w *world) act(p *process, actor, name string, do func(ctx context.Context) error) {
	w.running++
	w.note("%s: %s on %s", actor, name, p.name)
	w.spawn(p, name, func(ctx context.Context) {
		defer func() { w.running-- }()
		err := do(eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: actor}))
		w.note("%s: %s: %v", actor, name, err)
	})
}

// anyProcess returns a running process, nil if there is none.
func (w *world) anyProcess() *process {
	var able []*process
	for _, p := range w.processes {
		if !p.dead {
			able = append(able, p)
		}
	}
	if len(able) == 0 {
		return nil
	}
	return able[w.random.IntN(len(able))]
}
