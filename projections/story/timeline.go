package story

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/readtable"
)

// Timeline is what happened to a subject, in log order.
type Timeline struct {
	Subject  string  `json:"subject"`
	ClientID int64   `json:"client_id"`
	Entries  []Entry `json:"entries"`
	// Next is the cursor for the next part. It is nil at the end.
	Next *string `json:"next"`
}

// Told is a part of a timeline, together with what the subject waits for.
type Told struct {
	Timeline
	Why why.Shown `json:"why"`
}

// Part selects a part of a timeline.
type Part struct {
	// After is the Next of the previous part. It is empty for the first part.
	After string
	// Limit is the maximum number of entries; at least 1.
	Limit int
	// Merchant leaves out everything that the client may not see.
	Merchant bool
}

// Timeline returns a part of the history of a transaction, a payout, a refund, a dispute, a withholding slip, a write-off or
// a callback: its
// own events, its postings, refused notifications that name it, the attempts of its callbacks, and
// the approvals about it.
// The subject must belong to clientID; 0 allows any client's. Errors: readtable.ErrNotFound; the refusals
// invalid_field after, and invalid_field id for a balance, which has its own history.
func (r Reader) Timeline(ctx context.Context, name string, clientID int64, part Part) (Timeline, error) {
	var after eventstore.Position
	if part.After != "" {
		if n, err := fmt.Sscanf(part.After+" ", "%d.%d ", &after.Commit, &after.Prepare); err != nil || n != 2 || cursorOf(after) != part.After {
			return Timeline{}, domain.InvalidField("after", "must be the next of another answer")
		}
	}
	subject := subjectFor(name, clientID)
	t := Timeline{Subject: subject.Name(), Entries: []Entry{}}
	var events []eventstore.Envelope
	var err error
	switch subject.Kind {
	case KindBalance:
		return t, domain.InvalidField("id", "names a balance, whose movements are its history")
	case KindPayout:
		events, t.ClientID, err = r.payoutStory(ctx, subject, clientID)
	case KindCallback:
		events, t.ClientID, err = r.callbackStory(ctx, subject, clientID)
	case KindSlip:
		events, t.ClientID, err = r.slipStory(ctx, subject, clientID)
	case KindWriteOff:
		var row balancerows.WriteOff
		row, events, _, err = r.writeOff(ctx, subject)
		t.ClientID = row.ClientID
	case KindRefund, KindDispute:
		events, t.ClientID, err = r.partStory(ctx, subject, clientID)
	default:
		events, t.ClientID, err = r.paymentStory(ctx, subject, clientID)
		if isNotFound(err) {
			events, t.ClientID, err = r.recordedStory(ctx, subject, clientID)
		}
	}
	if err != nil {
		return t, err
	}
	t.fill(events, after, part)
	if part.Merchant {
		return t, nil
	}
	return t, r.sayRules(ctx, t.Entries)
}

// Told returns a part of a timeline and what the subject waits for, reduced for a merchant to what it may
// see. Errors: those of Timeline.
func (r Reader) Told(ctx context.Context, name string, clientID int64, part Part, c calendar.Calendar) (Told, error) {
	timeline, err := r.Timeline(ctx, name, clientID, part)
	if err != nil {
		return Told{}, err
	}
	answer, err := r.Why(ctx, name, clientID)
	if part.Merchant {
		answer = answer.ForMerchant()
	}
	return Told{Timeline: timeline, Why: answer.Show(c)}, err
}

// fill adds the events after the cursor in log order, up to the limit of the part.
func (t *Timeline) fill(events []eventstore.Envelope, after eventstore.Position, part Part) {
	slices.SortFunc(events, func(a, b eventstore.Envelope) int {
		switch {
		case a.Position.Before(b.Position):
			return -1
		case b.Position.Before(a.Position):
			return 1
		}
		return strings.Compare(a.Stream, b.Stream)
	})
	events = slices.CompactFunc(events, func(a, b eventstore.Envelope) bool { return a.ID == b.ID })
	for _, env := range events {
		if !after.Before(env.Position) {
			continue
		}
		e := entryOf(env)
		if part.Merchant {
			seen, ok := e.forMerchant(t.ClientID)
			if !ok {
				continue
			}
			e = seen
		}
		if len(t.Entries) == part.Limit {
			next := cursorOf(t.Entries[len(t.Entries)-1].place)
			t.Next = &next
			return
		}
		t.Entries = append(t.Entries, e)
	}
}

func cursorOf(p eventstore.Position) string { return fmt.Sprintf("%d.%d", p.Commit, p.Prepare) }

func (r Reader) paymentStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	events, s, err := r.payment(ctx, subject.TransactionID, clientID)
	if err != nil {
		return nil, 0, err
	}
	about := append(partNames(s), subject.Name(), auditlogrows.TrailOfReference(s.TransactionID))
	for _, id := range providerIDs(s) {
		about = append(about, auditlogrows.TrailOfProviderID(id))
	}
	for _, m := range s.Suspense {
		about = append(about, suspenseName(m.ID))
	}
	postings, err := r.postings(ctx, s.ClientID, s.TransactionID, events)
	if err != nil {
		return nil, 0, err
	}
	claims, err := r.claims(ctx, s)
	if err != nil {
		return nil, 0, err
	}
	others, err := r.others(ctx, s.ClientID, subject.Name(), about)
	return slices.Concat(events, postings, claims, others), s.ClientID, err
}

// providerIDs returns the ids under which the provider knows the payment and its money.
func providerIDs(s payment.State) (ids []string) {
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(s.Opening.ProviderID)
	for _, c := range s.Credits {
		add(c.Receipt.ProviderID)
		add(c.Receipt.ProviderPaymentID)
	}
	for _, m := range s.Suspense {
		add(m.Receipt.ProviderID)
		add(m.Receipt.ProviderPaymentID)
	}
	return ids
}

// claims returns the claims on the payment's chain that this payment won or lost.
func (r Reader) claims(ctx context.Context, s payment.State) (own []eventstore.Envelope, err error) {
	if s.Chain == "" {
		return nil, nil
	}
	all, err := r.stream(ctx, payment.ChainStream(s.Chain))
	for _, env := range all {
		switch e := env.Event.(type) {
		case payment.Claimed:
			if e.TransactionID == s.TransactionID {
				own = append(own, env)
			}
		case payment.ClaimTakenOver:
			if e.TransactionID == s.TransactionID || e.From == s.TransactionID {
				own = append(own, env)
			}
		}
	}
	return own, err
}

func (r Reader) payoutStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	events, owner, err := r.payout(ctx, subject, clientID)
	if err != nil {
		return nil, 0, err
	}
	about := []string{subject.Name()}
	for _, env := range events {
		switch e := env.Event.(type) {
		case balance.PayoutSubmitted:
			about = append(about, auditlogrows.TrailOfReference(e.Reference))
		case balance.PayoutAdopted:
			about = append(about, auditlogrows.TrailOfReference(e.Reference), auditlogrows.TrailOfProviderID(e.ProviderID))
		case balance.PayoutAccepted:
			about = append(about, auditlogrows.TrailOfProviderID(e.ProviderID))
		}
	}
	others, err := r.others(ctx, owner, subject.Name(), about)
	return append(events, others...), owner, err
}

func (r Reader) callbackStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	row, err := r.callback(ctx, subject.CallbackID, clientID)
	if err != nil {
		return nil, 0, err
	}
	events, err := r.deliveries(ctx, []callbackrows.Callback{row})
	return events, row.ClientID, err
}

// others returns the events of callbacks, approvals and refused notifications.
func (r Reader) others(ctx context.Context, clientID int64, resource string, about []string) ([]eventstore.Envelope, error) {
	page := readtable.Page{Number: 1, PerPage: maxCallbacks}
	callbacks, _, err := r.Queries.CallbacksOf(ctx, clientID, callbackrows.CallbackFilter{Resource: resource}, page)
	if err != nil {
		return nil, err
	}
	attempts, err := r.deliveries(ctx, callbacks)
	if err != nil {
		return nil, err
	}
	approvals, err := r.approvals(ctx, about)
	if err != nil {
		return nil, err
	}
	rows, err := r.Queries.Trails(ctx, about, maxTrail)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(t auditlogrows.Trail) bool { return t.IsPayout() || t.IsApproval() })
	notifications, err := r.at(ctx, rows)
	return slices.Concat(attempts, approvals, notifications), err
}

func (r Reader) deliveries(ctx context.Context, rows []callbackrows.Callback) (all []eventstore.Envelope, err error) {
	for _, row := range rows {
		events, err := r.stream(ctx, callbackStream(row.ID))
		if err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	return all, nil
}

// moving returns the events of a payment that the posting reactor posts to the balance.
func moving(events []eventstore.Envelope) (all []eventstore.Envelope) {
	for _, env := range events {
		if balance.MovesMoney(env.Event) {
			all = append(all, env)
		}
	}
	return all
}
