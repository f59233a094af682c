package books

import (
	"time"

	"gateway/domain/ledger"
	"gateway/domain/money"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Movement is one line of a balance history (API reference: Admin audit).
type Movement struct {
	// Revision is the revision of the movement's event in the client's balance stream.
	Revision eventstore.Revision `json:"-"`
	Position int64               `json:"position"`
	// VATRate is the VAT rate of a payout's fee, or of what a refund costs, in percent. Other movements of a payment do not carry their
	// rate.
	VATRate *decimal.Decimal `json:"-"`
	// At is when the movement was booked; reports select movements by it.
	At time.Time `json:"at"`
	// Kind is the event's name without its version.
	Kind string `json:"kind"`
	// Of is the kind of reversal (void, refund, chargeback) or of payout (withdrawal, settlement); empty for other
	// movements.
	Of        string `json:"-"`
	Reference string `json:"reference"`
	// Amount is the change of the balance. It is 0 when money only moved between the client's own accounts.
	Amount       decimal.Decimal  `json:"amount"`
	BalanceAfter decimal.Decimal  `json:"saldo_after"`
	Postings     []ledger.Posting `json:"postings"`
	// Who is the actor who caused the movement: the administrator who decided it, even when a reactor posted
	// the decision. Why is the reason, when one is required.
	Who string `json:"who"`
	// ApprovedBy is the second administrator, who approved what Who asked for. It is empty when no approval
	// was needed.
	ApprovedBy string `json:"approved_by"`
	Why        string `json:"why"`
	// ValueDate is when the business happened: when the customer paid or the transfer was made.
	ValueDate time.Time `json:"value_date"`
}

// Place returns the position of the movement in a paged history.
func (m Movement) Place() readtable.Place { return readtable.Place{At: m.At, Position: m.Revision} }

// movement reads a movement; ok is false for an event that moves no money.
func (d *decoder) movement(r eventstore.Recorded, own accounts) (m Movement, ok bool, err error) {
	e, err := d.event(r)
	if err != nil || !e.moves() {
		return m, false, err
	}
	who, approvedBy, err := d.actor(r)
	if err != nil {
		return m, false, err
	}
	return Movement{
		Revision: r.Revision, Position: r.Position.Commit, At: r.BookedAt,
		Kind: statement.KindOf(r.Type), Of: e.Kind, Reference: e.Reference, VATRate: e.VATRate,
		Amount:       own.sum(e.Postings),
		BalanceAfter: money.Plus(money.Plus(e.After.Available, e.After.Unsettled), money.Plus(e.After.Held, e.After.Receivable)),
		Postings:     e.Postings, Who: e.who(r, who), ApprovedBy: approvedBy, Why: e.Reason, ValueDate: e.valueDate(),
	}, true, nil
}

// accounts are the four accounts of a client.
type accounts [4]string

func accountsOf(client int64) accounts {
	return accounts{ledger.Available(client), ledger.Unsettled(client), ledger.Held(client), ledger.Receivable(client)}
}

func (a accounts) sum(postings []ledger.Posting) decimal.Decimal {
	sum := decimal.Zero
	for _, p := range postings {
		if p.Account == a[0] || p.Account == a[1] || p.Account == a[2] || p.Account == a[3] {
			sum = money.Plus(sum, p.Amount)
		}
	}
	return sum
}
