// Package attentionservice implements the use case that tells the operator's people what to look at now.
package attentionservice

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"gateway/domain/balance"
	"gateway/domain/document"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
)

// The kinds of items, in addition to those of the read models.
const (
	PayoutsUnknown    = "payouts_unknown"
	PayoutsUnmade     = "payouts_without_connection"
	Approvals         = "approvals"
	SuspenseOpen      = "suspense_open"
	ClientsParked     = "clients_parked"
	ProjectionsHalted = "projections_halted"
	ReactorsFailing   = "reactors_failing"
	ProjectionsLate   = "projections_late"
	AuditFindings     = "audit_findings"
)

// lateAfter is the lag from which a read model is shown.
const lateAfter = 30 * time.Second

// order is the order of the answer: what stops the service, what may be wrong, what holds money, what waits
// for a decision, what can wait. Each subject is the API path that lists the items. For payouts in trouble it
// is only the filter, which applies to the list of withdrawals and to that of settlements, with one list per
// status.
var order = []struct{ kind, subject string }{
	{ProjectionsHalted, "projections"},
	{ClientsParked, "projections"},
	{ReactorsFailing, "projections"},
	{ProjectionsLate, "projections"},
	{AuditFindings, "audit/runs?outcome=found"},
	{PayoutsUnknown, "trouble=" + payoutrows.TroubleUnknown},
	{PayoutsUnmade, "withdrawals?status=processing"},
	{readmodel.WaitingContradictions, "status=processing&status=pending&trouble=" + payoutrows.TroubleContradicted},
	{refundrows.RefundsStuck, "refunds?status=processing"},
	{paymentrows.ContradictedReports, "payment-reports?trouble=" + payoutrows.TroubleContradicted},
	{paymentrows.WaitingReports, "payment-reports?trouble=" + paymentrows.TroubleWaiting},
	{readmodel.WaitingReversals, "reversals?status=contradicted"},
	{readmodel.WaitingUndecided, "reversals?status=undecided"},
	{readmodel.WaitingAboveGross, "reversals?status=posted"},
	{SuspenseOpen, "suspense?status=open"},
	{readmodel.WaitingReceivables, "clients?trouble=" + clientrows.TroubleReceivable},
	{Approvals, "approvals?status=requested"},
	{readmodel.WaitingWithdrawals, "withdrawals?status=pending"},
	{readmodel.WaitingSettlements, "settlements?status=pending"},
	{refundrows.RefundsPending, "refunds?status=pending"},
	{readmodel.WaitingRegistrations, "clients?status=pending"},
	{documentrows.WaitingDocuments, "documents?status=" + document.StatusWaiting},
	{readmodel.WaitingCallbacks, "callbacks?status=exhausted"},
	{callbackrows.WaitingRetried, "callbacks?trouble=" + callbackrows.TroubleRetried},
	{readmodel.WaitingEndpoints, "clients?trouble=" + clientrows.TroubleEndpoint},
	{readmodel.WaitingOrphans, "clients?trouble=" + clientrows.TroubleOrphan},
	{readmodel.WaitingDisputes, "disputes?order=due"},
	{readmodel.WaitingSlips, "withholding-slips?status=pending"},
	{readmodel.WaitingBankLines, "bank-lines?status=unmatched"},
	{readmodel.WaitingTickets, "tickets?status=open"},
	{readmodel.WaitingProposals, "proposals?status=new"},
}

// Kinds returns the kinds in the order of the answer.
func Kinds() (all []string) {
	for _, o := range order {
		all = append(all, o.kind)
	}
	return all
}

// Item is one kind of thing to look at.
type Item struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	// Oldest is the time from which the oldest one has waited, or nil when that is unknown.
	Oldest *time.Time `json:"oldest"`
	// Subject is the API path, below /admin, that lists them.
	Subject string `json:"subject"`
	// Detail is a further text, such as an error. It is empty for most kinds.
	Detail string `json:"detail"`
	// Event is the position of the event that causes the trouble, or nil.
	Event *int64 `json:"event"`
}

// Statuses tells the progress of parts of the gateway.
type Statuses interface {
	Statuses(ctx context.Context) ([]engine.Status, error)
}

// Attention collects the items from the read models and the statuses. It is safe for concurrent use.
type Attention struct {
	*service.Core
	Projections Statuses
	Reactors    []Statuses
	// Makes reports whether a connection would make a payout.
	Makes func(ctx context.Context, q routing.Question) (bool, error)
	// BankDay is the newest day of our bank whose lines need attention, such as 2026-01-31.
	BankDay string
}

// groups are the groups of roles that may read what an item lists, for items that not all roles may read.
var groups = map[string]string{
	readmodel.WaitingTickets:      "read_support",
	readmodel.WaitingProposals:    "read_support",
	documentrows.WaitingDocuments: "manage",
	readmodel.WaitingSlips:        "read_tax",
	readmodel.WaitingBankLines:    "read_bank",
}

// Items returns what a person should look at, most urgent first, without kinds that count zero. may tells whether the
// person's role belongs to a group; what the person may not read is left out.
func (a Attention) Items(ctx context.Context, may func(group string) bool) ([]Item, error) {
	found := map[string]Item{}
	if err := a.ofReadModels(ctx, found); err != nil {
		return nil, err
	}
	if err := a.ofUnmade(ctx, found); err != nil {
		return nil, err
	}
	if err := a.ofProjections(ctx, found); err != nil {
		return nil, err
	}
	if err := a.ofReactors(ctx, found); err != nil {
		return nil, err
	}
	for kind, group := range groups {
		if !may(group) {
			delete(found, kind)
		}
	}
	items := []Item{}
	for _, o := range order {
		item := found[o.kind]
		if item.Count == 0 {
			continue
		}
		item.Kind = o.kind
		if query, err := url.ParseQuery(o.subject); err == nil && (o.kind == PayoutsUnknown || o.kind == readmodel.WaitingContradictions) {
			payouts, err := a.ofPayouts(ctx, item, query)
			if err != nil {
				return nil, err
			}
			items = append(items, payouts...)
			continue
		}
		if item.Subject == "" {
			item.Subject = o.subject
		}
		items = append(items, item)
	}
	return items, nil
}

// ofPayouts splits payouts in trouble into withdrawals and settlements, and by status if statuses are given,
// each with the path of its list.
func (a Attention) ofPayouts(ctx context.Context, item Item, query url.Values) (items []Item, err error) {
	statuses := query["status"]
	if len(statuses) == 0 {
		statuses = []string{""}
	}
	for _, status := range statuses {
		kinds, err := a.Queries.CountPayoutsIn(ctx, query.Get("trouble"), status)
		if err != nil {
			return nil, err
		}
		list := url.Values{"trouble": query["trouble"]}
		if status != "" {
			list.Set("status", status)
		}
		for _, k := range kinds {
			item.Count, item.Oldest, item.Subject = k.Count, inUTC(k.Oldest), k.Kind+"s?"+list.Encode()
			items = append(items, item)
		}
	}
	return items, nil
}

// sayWhichEndpoint says of endpoints that take nothing which one has done so longest, and what it answers.
func (a Attention) sayWhichEndpoint(ctx context.Context, found map[string]Item) error {
	item := found[readmodel.WaitingEndpoints]
	if item.Count == 0 {
		return nil
	}
	longest, err := a.Queries.LongestDown(ctx)
	if errors.Is(err, readtable.ErrNotFound) { // it took one since
		return nil
	}
	item.Detail = longest.Trouble()
	found[readmodel.WaitingEndpoints] = item
	return err
}

func (a Attention) ofReadModels(ctx context.Context, found map[string]Item) error {
	waiting, err := a.Queries.WaitingForPersons(ctx, a.BankDay)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		found[w.Kind] = Item{Count: w.Count, Oldest: inUTC(w.Oldest)}
	}
	if err := a.sayWhichEndpoint(ctx, found); err != nil {
		return err
	}
	reports, err := a.Queries.ReportsForPersons(ctx, a.Now())
	if err != nil {
		return err
	}
	for _, r := range reports {
		found[r.Kind] = Item{Count: r.Count, Oldest: inUTC(r.Oldest)}
	}
	retried, err := a.Queries.RetriedForPersons(ctx)
	if err != nil {
		return err
	}
	found[retried.Kind] = Item{Count: retried.Count, Oldest: inUTC(retried.Oldest)}
	documents, err := a.Queries.DocumentsForPersons(ctx)
	if err != nil {
		return err
	}
	found[documents.Kind] = Item{Count: documents.Count, Oldest: inUTC(documents.Oldest)}
	refunds, err := a.Queries.RefundsForPersons(ctx, a.Now())
	if err != nil {
		return err
	}
	for _, r := range refunds {
		found[r.Kind] = Item{Count: r.Count, Oldest: inUTC(r.Oldest)}
	}
	figures, err := a.Queries.Figures(ctx)
	if err != nil {
		return err
	}
	found[PayoutsUnknown] = Item{Count: figures.PayoutsUnknown, Oldest: inUTC(figures.OldestUnknownPayout)}
	found[SuspenseOpen] = Item{Count: figures.SuspenseOpen, Oldest: inUTC(figures.OldestSuspense)}
	approvals, oldest, err := a.Queries.ApprovalBacklog(ctx)
	if err != nil {
		return err
	}
	found[Approvals] = Item{Count: approvals, Oldest: inUTC(&oldest)}
	runs, since, err := a.State.OpenFindings(ctx)
	if err != nil {
		return err
	}
	found[AuditFindings] = Item{Count: runs, Oldest: inUTC(since)}
	return nil
}

// maxUnsent limits the payouts that are looked at, the oldest first. Unless sending stopped, there is hardly any.
const maxUnsent = 100

// ofUnmade adds the payouts that wait to be sent, and that no connection makes.
func (a Attention) ofUnmade(ctx context.Context, found map[string]Item) error {
	unsent, err := a.Queries.UnsentPayouts(ctx, maxUnsent)
	if err != nil {
		return err
	}
	item := Item{}
	for _, p := range unsent {
		made, err := a.Makes(ctx, routing.Question{Kind: routing.Payout, Bank: p.Bank, ClientID: p.ClientID, Amount: p.Amount})
		if err != nil {
			return err
		}
		if made {
			continue
		}
		if item.Count++; item.Count == 1 {
			item.Oldest = inUTC(&p.CreatedAt)
			if p.Kind == balance.Settlement {
				item.Subject = "settlements?status=processing"
			}
		}
	}
	found[PayoutsUnmade] = item
	return nil
}

// inUTC converts a time to UTC. It returns nil for nil.
func inUTC(t *time.Time) *time.Time {
	if t == nil || t.IsZero() {
		return nil
	}
	utc := t.UTC()
	return &utc
}

// ofProjections adds halted read models, and the lag of the slowest one.
func (a Attention) ofProjections(ctx context.Context, found map[string]Item) error {
	all, err := a.Projections.Statuses(ctx)
	if err != nil {
		return err
	}
	var halted, late Item
	for _, s := range all {
		switch {
		case s.State == engine.StateHalted:
			if halted.Count++; halted.Count == 1 {
				halted.Subject, halted.Detail = "projections/"+s.Name, s.Error
				if s.HaltedBy != nil {
					halted.Event = &s.HaltedBy.Position
				}
			}
		case s.Lag > 0:
			since, err := a.unhandledSince(ctx, eventstore.Position{Commit: s.Position, Prepare: s.Position})
			if err != nil {
				return err
			}
			if since == nil || a.Now().Sub(*since) < lateAfter {
				continue
			}
			if late.Count++; late.Oldest == nil || since.Before(*late.Oldest) {
				late.Oldest, late.Subject = since, "projections/"+s.Name
			}
		}
	}
	found[ProjectionsHalted], found[ProjectionsLate] = halted, late
	return nil
}

// unhandledSince returns when the oldest event after a position was booked, or nil when there is none.
func (a Attention) unhandledSince(ctx context.Context, at eventstore.Position) (*time.Time, error) {
	next, err := a.Log.Store().ReadAll(ctx, at, 1)
	if err != nil || len(next) == 0 {
		return nil, err
	}
	return inUTC(&next[0].BookedAt), nil
}

// posting is the reactor whose status names parked clients, as parked matches them.
const posting = "posting"

var (
	parked       = regexp.MustCompile(`^(\d+) parked; client (\d+): `)
	parkingEvent = regexp.MustCompile(`event (\d+)`)
)

func (a Attention) ofReactors(ctx context.Context, found map[string]Item) error {
	var failing Item
	for _, reporter := range a.Reactors {
		all, err := reporter.Statuses(ctx)
		if err != nil {
			return err
		}
		for _, s := range all {
			m := parked.FindStringSubmatch(s.Error)
			switch {
			case s.Error == "":
			case s.Name == posting && m != nil:
				item := Item{Subject: "clients/" + m[2], Detail: s.Error}
				item.Count, _ = strconv.ParseInt(m[1], 10, 64)
				if e := parkingEvent.FindStringSubmatch(s.Error); e != nil {
					at, _ := strconv.ParseInt(e[1], 10, 64)
					item.Event = &at
				}
				found[ClientsParked] = item
			default:
				if failing.Count++; failing.Count == 1 {
					failing.Detail = s.Name + ": " + s.Error
				}
			}
		}
	}
	found[ReactorsFailing] = failing
	return nil
}
