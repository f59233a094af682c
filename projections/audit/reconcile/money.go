package reconcile

import (
	"cmp"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/treasury"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// money folds what the log says of our money at the provider.
type money struct {
	// clearing and payouts are the balances of the accounts of that money.
	clearing, payouts decimal.Decimal
	// unsettled is the gross amount of each payment that is not settled.
	unsettled map[paymentKey]unsettled
	// ofSuspense is the provider's id of money that was in suspense, by its suspense id.
	ofSuspense map[int64]string
	// open is the amount of each payout that the provider may hold, by balance.Order.Name.
	open map[string]decimal.Decimal
}

// paymentKey names one transfer of a customer: our transaction_id, and the provider's id.
type paymentKey struct{ reference, paymentID string }

type unsettled struct {
	amount decimal.Decimal
	// silent is true where the log does not tell that it is settled: money of a second
	// payment that was released, and not held.
	silent bool
}

func newMoney() money {
	return money{
		unsettled: make(map[paymentKey]unsettled), ofSuspense: make(map[int64]string), open: make(map[string]decimal.Decimal),
	}
}

// isAtProvider reports whether the account is one of our money at the provider.
func isAtProvider(account string) bool {
	return account == ledger.ProviderClearing || account == ledger.BankPayouts
}

func (m *money) fold(e eventstore.Envelope) {
	m.post(postingsOf(e))
	switch event := e.Event.(type) {
	case payment.Paid:
		if event.SuspenseID == 0 {
			m.receive(event.Identity, event.Receipt)
		}
	case payment.Suspended:
		m.ofSuspense[event.SuspenseID] = event.ProviderPaymentID
		m.receive(event.Identity, event.Receipt)
	case payment.SuspenseReleased:
		m.release(paymentKey{event.TransactionID, m.ofSuspense[event.SuspenseID]}, event.Held)
	case payment.Settled:
		delete(m.unsettled, paymentKey{event.TransactionID, event.Receipt.ProviderPaymentID})
	case payment.SuspenseSettled:
		delete(m.unsettled, paymentKey{event.TransactionID, m.ofSuspense[event.SuspenseID]})
	case payment.HoldEnded:
		if event.Reason == payment.HoldSettled {
			delete(m.unsettled, paymentKey{event.TransactionID, m.ofSuspense[event.SuspenseID]})
		}
	case payment.Reversed:
		m.void(event)
	case balance.PayoutSubmitted:
		m.open[event.Name()] = event.Order.Amount
	case balance.PayoutAttemptFailed:
		delete(m.open, event.Order.Name())
	case balance.PayoutCompleted:
		delete(m.open, event.Order.Name())
	case balance.PayoutFailed:
		delete(m.open, event.Order.Name())
	}
}

func postingsOf(e eventstore.Envelope) []ledger.Posting {
	switch event := e.Event.(type) {
	case balance.Mover:
		_, movement := event.Moved()
		return movement.Postings
	case treasury.Entered:
		return event.Postings
	case treasury.FeeBooked:
		return event.Postings
	case treasury.FeeReturned:
		return event.Postings
	}
	return nil
}

func (m *money) post(postings []ledger.Posting) {
	for _, p := range postings {
		switch p.Account {
		case ledger.ProviderClearing:
			m.clearing = m.clearing.Add(p.Amount)
		case ledger.BankPayouts:
			m.payouts = m.payouts.Add(p.Amount)
		}
	}
}

func (m *money) receive(p payment.Identity, r payment.Receipt) {
	m.unsettled[paymentKey{p.TransactionID, r.ProviderPaymentID}] = unsettled{amount: r.PaidAmount}
}

func (m *money) release(key paymentKey, held bool) {
	if u, ok := m.unsettled[key]; ok && !held {
		u.silent = true
		m.unsettled[key] = u
	}
}

// void removes a payment that was undone before it was settled: the provider will not
// settle it.
func (m *money) void(e payment.Reversed) {
	if e.Kind != payment.Void {
		return
	}
	id := cmp.Or(e.ProviderPaymentID, m.ofSuspense[e.SuspenseID])
	for key := range m.unsettled {
		if key.reference == e.TransactionID && (id == "" || key.paymentID == id) {
			delete(m.unsettled, key)
		}
	}
}
