package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/domain/idempotency"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/treasuryservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/shopspring/decimal"
)

// fakeSlip is a slip that a merchant uploaded.
type fakeSlip struct {
	client *client
	// key is the Idempotency-Key, empty without one.
	key     string
	request withholdingservice.Request
	// answer is the id of the first 201, 0 without one.
	answer int64
}

// noFiles keeps no file.
type noFiles struct{}

// Put implements withholdingservice.Files.
func (noFiles) Put(context.Context, []byte) error { return nil }

// Get implements withholdingservice.Files.
func (noFiles) Get(context.Context, string) ([]byte, error) { return nil, readtable.ErrNotFound }

// submitSlip acts as a merchant who uploads a slip, of a number that others may have used, or who repeats an upload.
func (w *world) submitSlip(p *process) {
	if n := len(w.books.slips); n > 0 && w.chance(4) {
		if s := w.books.slips[w.random.IntN(n)]; s.key != "" {
			w.sendSlip(p, s)
			return
		}
	}
	s := &fakeSlip{client: w.clients[w.random.IntN(len(w.clients))]}
	m := w.overMonth()
	gross := decimal.Max(decimalOf(1_000), w.feesIn(s.client.id, m))
	tax := gross.Mul(slipRules.Rate).Shift(-2).RoundDown(2)
	switch w.random.IntN(6) {
	case 0:
		tax = tax.Add(decimal.New(1, -2)) // more than the rate
	case 1:
		tax = tax.Div(decimalOf(2)).RoundDown(2)
	case 2: // a gross that the gateway does not know of
		gross, tax = gross.Mul(decimalOf(3)), tax.Mul(decimalOf(3)).Div(decimalOf(2)).RoundDown(2)
	}
	s.request = withholdingservice.Request{
		Number: fmt.Sprintf("26%03dwoby", w.random.IntN(12)), Period: m.Name, Date: wib.DayOf(time.Now()), Gross: gross, Tax: tax,
		FileName: "slip.pdf", FileType: "application/pdf", Content: []byte("%PDF-1.4\nslip\n%%EOF\n"),
	}
	if w.chance(2) {
		s.key = fmt.Sprintf("slip-%d", len(w.books.slips))
	}
	w.books.slips = append(w.books.slips, s)
	w.sendSlip(p, s)
}

func (w *world) sendSlip(p *process, s *fakeSlip) {
	creation := service.Creation{
		ClientID: s.client.id, Key: s.key, Method: "POST", Path: "/me/withholding-slips", BodyHash: idempotency.Hash([]byte(s.key)),
	}
	w.act(p, s.client.actor(), "submit slip "+s.request.Number, func(ctx context.Context) error {
		created, err := p.keep.slips.Submit(ctx, creation, s.request)
		if err != nil || p.isDead() {
			return err
		}
		var row struct{ ID int64 }
		if err := json.Unmarshal([]byte(jsonOf(created.Data)), &row); err != nil {
			return err
		}
		if s.answer != 0 && row.ID != 0 && s.answer != row.ID && !w.books.lostSlips[s.answer] {
			w.fail("the slip %s of client %d was answered with the ids %d and %d", s.request.Number, s.client.id, s.answer, row.ID)
		}
		s.answer = max(s.answer, row.ID)
		return nil
	})
}

// decideSlip acts as an administrator who approves or rejects a slip; now and then one that is decided.
func (w *world) decideSlip(p *process) {
	var able []withholdingrows.Slip
	for _, s := range w.rows.slips {
		if s.Status == balance.SlipPending || w.chance(6) {
			able = append(able, *s)
		}
	}
	if len(able) == 0 {
		return
	}
	s := able[w.random.IntN(len(able))]
	if w.chance(4) {
		w.act(p, "admin:1", "reject slip "+s.Number, func(ctx context.Context) error {
			_, err := p.keep.slips.Reject(ctx, s.Number, "It is not legible.")
			return err
		})
		return
	}
	w.act(p, "admin:1", fmt.Sprint("approve slip ", s.ID, " ", s.Number), func(ctx context.Context) error {
		_, err := p.keep.slips.Approve(ctx, s.ID)
		return err
	})
}

// usePrepaidTax acts as an administrator who counts withheld tax against our own, some of it in a return of an earlier month.
func (w *world) usePrepaidTax(p *process) {
	months := w.monthsUntilNow()
	w.enter(p, treasuryservice.Request{
		Kind: treasury.PrepaidTaxUsed, Amount: decimalOf(int64(1 + w.random.IntN(50))), Reference: fmt.Sprint("return-", w.books.entries),
		ValueDate: months[w.random.IntN(len(months))].Name + "-01",
	})
}

// writeOff acts as two administrators who write off what a client owes; now and then as one who repeats it.
func (w *world) writeOff(p *process) {
	c := w.clients[w.random.IntN(len(w.clients))]
	for _, other := range w.clients {
		if w.rows.Balance(other.id).Receivable.IsNegative() && w.chance(2) {
			c = other
		}
	}
	if !w.chance(4) {
		w.books.writeOffs++
	}
	creation := service.Creation{
		ClientID: c.id, Method: "POST", Path: fmt.Sprintf("/admin/clients/%d/write-off", c.id), BodyHash: idempotency.Hash(nil),
	}
	if w.chance(2) {
		creation.Key = fmt.Sprintf("write-off-%d-%d", c.id, w.books.writeOffs)
	}
	w.act(p, "admin:1", fmt.Sprint("write off what client ", c.id, " owes"), func(ctx context.Context) error {
		ctx = eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: "admin:1", ApprovedBy: "admin:2"})
		_, err := p.keep.acts.WriteOff(ctx, creation, "It is gone.")
		return err
	})
}
