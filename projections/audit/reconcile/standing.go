package reconcile

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// Standing is what is open at a connection, and our money there, according to the whole log. Amounts are in rupiah.
type Standing struct {
	// Payments are those that wait for money, Payouts those that were ordered and have not ended, with the refunds that are
	// made as transfers.
	Payments, Payouts int
	// Reports are the notifications of money that the provider was not asked about yet.
	Reports int
	// Unsettled is how many payments have money that the provider has not settled, UnsettledAmount how much. Money whose
	// settlement the log does not record, of second payments, does not count.
	Unsettled       int
	UnsettledAmount decimal.Decimal
	// EstimatedFees is how much of the fees is only estimated.
	EstimatedFees decimal.Decimal
	// Clearing is the balance of provider:<connection>:clearing and provider:<connection>:payouts together. It is negative
	// while there is money of ours at the provider.
	Clearing decimal.Decimal
}

// standing folds the events of one connection.
type standing struct {
	money                      money
	payments, payouts, reports map[string]bool
}

func (s *standing) fold(e eventstore.Envelope) {
	s.money.fold(e)
	switch event := e.Event.(type) {
	case payment.Requested:
		s.payments[event.TransactionID] = true
	case payment.Paid:
		delete(s.payments, event.TransactionID)
	case payment.Expired:
		delete(s.payments, event.TransactionID)
	case payment.Refused:
		delete(s.payments, event.TransactionID)
	case payment.Reported:
		s.reports[event.TransactionID+" "+event.Key()] = true
	case payment.ReportAnswered:
		s.foldOfAnother(event)
	case payment.Contradicted:
		s.foldOfAnother(event)
	case balance.PayoutSubmitted:
		s.payouts[event.Name()] = true
	case balance.PayoutAdopted:
		s.payouts[event.Name()] = true
	case balance.PayoutCompleted:
		delete(s.payouts, event.Order.Name())
	case balance.PayoutFailed:
		delete(s.payouts, event.Order.Name())
	case balance.PayoutCancelled:
		delete(s.payouts, event.Order.Name())
	}
}

// foldOfAnother folds an event about another connection, which may end what waits at this one: the money came by another
// connection than the one that was asked, or the answer to a notification names the connection that was asked.
func (s *standing) foldOfAnother(event domain.Event) {
	switch e := event.(type) {
	case payment.Paid:
		delete(s.payments, e.TransactionID)
	case payment.ReportAnswered:
		delete(s.reports, e.TransactionID+" "+e.Key())
	case payment.Contradicted:
		delete(s.reports, e.TransactionID+" "+e.Key())
	}
}

func (s *standing) result() Standing {
	r := Standing{
		Payments: len(s.payments), Payouts: len(s.payouts) + len(s.money.openRefunds), Reports: len(s.reports),
		Clearing: s.money.clearing.Add(s.money.payouts),
	}
	for _, fee := range s.money.estimates {
		r.EstimatedFees = r.EstimatedFees.Add(fee)
	}
	for _, u := range s.money.unsettled {
		if !u.silent {
			r.Unsettled++
			r.UnsettledAmount = r.UnsettledAmount.Add(u.amount)
		}
	}
	return r
}

// Standings reads the whole log, and returns how we stand at each of the connections. progress may be nil.
func Standings(
	ctx context.Context, log *eventstore.Log, connections []string, progress func(eventstore.Position),
) (map[string]Standing, error) {
	at := make(map[string]*standing, len(connections))
	for _, name := range connections {
		at[name] = &standing{money: newMoney(name), payments: map[string]bool{}, payouts: map[string]bool{}, reports: map[string]bool{}}
	}
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	err = readMoney(ctx, log, eventstore.Position{}, head, func(e eventstore.Envelope) error {
		of, _ := e.Event.(connection.Of)
		if moved, is := e.Event.(payment.Rerouted); is {
			if from := at[moved.From]; from != nil {
				delete(from.payments, moved.TransactionID)
			}
			if to := at[moved.Connection]; to != nil {
				to.payments[moved.TransactionID] = true
			}
			return nil
		}
		for name, s := range at {
			s.money.foldTransfer(e.Event)
			if of == nil || of.OfConnection() == "" || of.OfConnection() == name {
				s.fold(e)
			} else {
				s.foldOfAnother(e.Event)
			}
		}
		return nil
	}, progress)
	all := make(map[string]Standing, len(at))
	for name, s := range at {
		all[name] = s.result()
	}
	return all, err
}

var errFound = errors.New("found")

// HasMoney reports whether the log has an event about a payment or an ordered payout. It reads the log up to the first.
func HasMoney(ctx context.Context, log *eventstore.Log) (bool, error) {
	head, err := log.Store().Head(ctx)
	if err != nil {
		return false, err
	}
	err = readMoney(ctx, log, eventstore.Position{}, head, func(e eventstore.Envelope) error {
		if of, is := e.Event.(connection.Of); is && of.OfConnection() != "" {
			return errFound
		}
		return nil
	}, nil)
	if errors.Is(err, errFound) {
		return true, nil
	}
	return false, err
}

// readMoney calls each with the events about payments, payouts, fees and our own money after a position, up to another, in
// the order of the log.
func readMoney(
	ctx context.Context, log *eventstore.Log, after, through eventstore.Position, each func(eventstore.Envelope) error,
	progress func(eventstore.Position),
) error {
	return engine.ReadPages(ctx, log.Store(), after, through, func(page []eventstore.Recorded) error {
		for _, r := range page {
			if !slices.ContainsFunc(concernedTypes, func(t string) bool { return strings.HasPrefix(r.Type, t) }) {
				continue
			}
			e, err := log.Decode(r)
			if err == nil {
				err = each(e)
			}
			if err != nil {
				return err
			}
		}
		if progress != nil {
			progress(page[len(page)-1].Position)
		}
		return nil
	})
}
