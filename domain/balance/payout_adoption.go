package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/recovery"
	"gateway/domain/report"
)

// PayoutAdopted says that a person accepted an order that the provider has, and that the log lacks, as the
// payout's own. This happens because a restored log can lack the attempt. From then on the payout goes on as
// if the gateway had sent it under this reference.
type PayoutAdopted struct {
	Order
	Reference  string `json:"reference"`
	ProviderID string `json:"provider_id"`
	// ProviderAPI is the provider's API that has the order.
	ProviderAPI string `json:"provider_api"`
	// Attempt counts the known attempts of the payout, including the adopted one.
	Attempt int       `json:"attempt"`
	By      string    `json:"adopted_by"`
	At      time.Time `json:"at"`
}

// NoteFound decides what an order found in the provider's books means for a payout. If the gateway has no
// record of making it, the order puts the payout on hold (PayoutContradicted, once while it is held). An
// order that failed moved no money, and the payout's own order is no news: nothing happens. If the payout has
// ended, an order that is being made or was made, besides the one that ended the payout, is recorded as
// contradicted too. Refusals: payout_not_found.
func NoteFound(s State, kind string, id int64, r report.Payout, now time.Time) ([]domain.Event, error) {
	p, open := s.Payout(kind, id)
	if !open {
		c, ended := s.ClosedPayout(kind, id)
		if !ended {
			return nil, payoutNotFound(kind)
		}
		return s.noteLateFound(c, r, now)
	}
	if r.Reference == p.Reference || p.isOver(r) {
		return nil, nil
	}
	if found := s.contradict(p.Order, p.Status, r, NotSubmitted, now); len(found) > 0 || p.Held {
		return found, nil
	}
	return []domain.Event{contradicted(p.Order, p.Status, r, NotSubmitted, now)}, nil
}

// noteLateFound handles an order found for a payout that has ended. The books may be older than the log, so
// the order that ended the payout is no news, nor is an attempt that the books still show as under way.
func (s State) noteLateFound(c ClosedPayout, r report.Payout, now time.Time) ([]domain.Event, error) {
	isLast := digitsOf(r.Reference) == c.Random
	if isLast && (c.paidByProvider() || r.Status != report.Completed) || r.Status != report.Completed && c.paidByProvider() {
		return nil, nil
	}
	return s.takeLateReport(c, r, now)
}

// notFound refuses, with found_at_provider, a decision that would give the client the money a second time.
func (p Payout) notFound() error {
	if !p.Held {
		return nil
	}
	return domain.Refuse(domain.Invalid, "found_at_provider",
		"the provider has, or is said to have, an order of this %s that is not known here: adopt it, or approve it and end it by hand", p.Kind)
}

// AdoptCmd accepts the provider's record of an order as the payout's own.
type AdoptCmd struct {
	// Record is the provider's present answer about this order. ProviderAPI is the API that gave it.
	Record      report.Payout
	ProviderAPI string
	// Other is the provider's id of another order of the payout that did not fail; empty if there is none.
	Other string
	By    string
	At    time.Time
}

// Adopt records that an order at the provider belongs to the payout, and what became of it: the provider
// completed or failed the payout, or is still making it. It also approves a pending payout. Checks, in this
// order:
//
//  1. payout_not_found
//  2. not_processing: it has ended
//  3. the provider makes it under this id already: nothing happens
//  4. not_manual: the provider makes it under another id
//  5. attempt_under_way: an attempt under another reference is not known to have failed
//  6. invalid_field provider_id: the order belongs to another payout, has another amount, or goes to another
//     bank account
//  7. found_at_provider: the provider has another order of the payout, and this one moved no money
func Adopt(s State, kind string, id int64, cmd AdoptCmd) ([]domain.Event, error) {
	p, open := s.Payout(kind, id)
	switch {
	case !open && s.StatusOf(kind, id) == "":
		return nil, payoutNotFound(kind)
	case !open:
		return nil, domain.Refuse(domain.Invalid, "not_processing", "the %s is %s", kind, s.StatusOf(kind, id))
	case p.ProviderID != "" && p.ProviderID == cmd.Record.ProviderID:
		return nil, nil
	case p.ProviderID != "":
		return nil, domain.Refuse(domain.Invalid, "not_manual", "the provider makes this transfer as %s", p.ProviderID)
	case p.Reference != "" && p.Reference != cmd.Record.Reference:
		return nil, domain.Refuse(domain.Invalid, "attempt_under_way",
			"the order %s of this transfer is not known to have failed: wait until it is", p.Reference)
	}
	if err := p.checkRecord(cmd.Record); err != nil {
		return nil, err
	}
	if cmd.Other != "" && cmd.Record.Status != report.Completed {
		return nil, domain.Refuse(domain.Invalid, "found_at_provider",
			"the provider has the order %s of this %s, too, and this one moved no money: adopt that one, or wait until it has failed",
			cmd.Other, kind)
	}
	asked := p.Order
	asked.Connection = cmd.Record.Connection
	events := []domain.Event{PayoutAdopted{
		Order: asked, Reference: cmd.Record.Reference, ProviderID: cmd.Record.ProviderID, ProviderAPI: cmd.ProviderAPI,
		Attempt: max(p.Attempts, 1), By: cmd.By, At: cmd.At,
	}}
	if p.Status == StatusPending {
		events = append([]domain.Event{PayoutApproved{Order: p.Order, By: cmd.By, At: cmd.At}}, events...)
	}
	for _, e := range events {
		s = Evolve(s, e)
	}
	if cmd.Record.Status == report.Pending {
		return events, nil
	}
	became, err := TakeReport(s, kind, id, cmd.Record, cmd.At)
	return append(events, became...), err
}

// checkRecord refuses, with invalid_field provider_id, the record of an order that does not belong to this
// payout. Not every API of the provider reports the bank account.
func (p Payout) checkRecord(r report.Payout) error {
	kind, clientID, id, ok := ParseReference(r.Reference)
	switch {
	case !ok || kind != p.Kind || clientID != p.ClientID || id != p.ID:
		return domain.InvalidField("provider_id", "is the provider's id of another payout, %s", r.Reference)
	case !r.Amount.Equal(p.Amount):
		return domain.InvalidField("provider_id", "is a transfer of %s rupiah, and this %s is of %s", r.Amount, p.Kind, p.Amount)
	case r.Bank != "" && r.Bank != p.Bank:
		return domain.InvalidField("provider_id", "is a transfer to the bank %s, and this %s goes to %s", r.Bank, p.Kind, p.Bank)
	case r.AccountNumber != "" && r.AccountNumber != p.AccountNumber:
		return domain.InvalidField("provider_id", "is a transfer to another bank account than that of this %s", p.Kind)
	}
	return nil
}

// unsent reports whether the order has gone neither to the provider nor to a person's bank, so that it can
// still be cancelled.
func (p Payout) unsent() bool {
	pending := p.Status == StatusPending
	approved := p.Status == StatusProcessing && !p.Manual && p.Attempts == 0
	return (pending || approved) && !p.Held
}

// item describes the payout as something that the account gained.
func (p Payout) item() recovery.Item {
	return recovery.Item{Kind: recovery.Kind(p.Kind), Of: p.ID, Label: p.ExternalID + " " + p.Amount.String(), By: p.By, At: p.RequestedAt}
}

// Gained returns the open payouts that were requested since the given time and are not sent.
func (s State) Gained(since time.Time) (items recovery.Items) {
	for _, p := range s.Open {
		if p.unsent() && !p.RequestedAt.Before(since) {
			items = append(items, p.item())
		}
	}
	return items
}

// CancelUnsent cancels the payouts that were requested from since to until and are not sent, and releases the
// money that they hold: a thief may have asked for them. Repeating it cancels what is left.
func CancelUnsent(s State, since, until, at time.Time) ([]domain.Event, error) {
	var events []domain.Event
	for _, p := range s.Open {
		if !p.unsent() || !p.item().Within(since, until) {
			continue
		}
		cancelled, err := s.cancel(p.Order, at)
		if err != nil {
			return nil, err
		}
		for _, e := range cancelled {
			events = append(events, e)
			s = Evolve(s, e) // the next movement follows this one
		}
	}
	return events, nil
}
