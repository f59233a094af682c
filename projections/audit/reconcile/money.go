package reconcile

import (
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/settlementfile"
	"gateway/domain/treasury"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// money folds the log's events about our money at one connection.
type money struct {
	connection string
	// clearing and payouts are the balances of the two accounts that hold that money.
	clearing, payouts decimal.Decimal
	// unsettled is the gross amount of each payment that is not settled.
	unsettled map[paymentKey]unsettled
	// paymentIDs are the provider's ids of all money received.
	paymentIDs map[moneyKey]string
	// open is the amount of each payout for which the provider may hold money, by balance.Order.Name.
	open map[string]decimal.Decimal
	// openRefunds is the same for refunds that are made as transfers, by their ids.
	openRefunds map[int64]decimal.Decimal
	// estimates are the fees, with VAT, that the provider has not booked.
	estimates map[feeKey]decimal.Decimal
}

// feeKey identifies what a fee was estimated for.
type feeKey struct{ kind, reference, paymentID string }

// paymentKey identifies one transfer by a customer: our transaction id and the provider's payment id.
type paymentKey struct{ reference, paymentID string }

// moneyKey identifies the same transfer by our ids. suspenseID is 0 for money that was credited at once.
type moneyKey struct {
	reference  string
	suspenseID int64
}

type unsettled struct {
	amount decimal.Decimal
	// since is when it was paid.
	since time.Time
	// silent is true when the log does not record the settlement: money of a second payment that was released
	// without being held.
	silent bool
}

func newMoney(connection string) money {
	return money{
		connection: connection,
		unsettled:  make(map[paymentKey]unsettled), paymentIDs: make(map[moneyKey]string), open: make(map[string]decimal.Decimal),
		openRefunds: make(map[int64]decimal.Decimal), estimates: make(map[feeKey]decimal.Decimal),
	}
}

// holds reports whether the account holds our money at the connection.
func (m *money) holds(account string) bool {
	return account == ledger.ProviderClearing(m.connection) || account == ledger.ProviderPayouts(m.connection)
}

func (m *money) fold(e eventstore.Envelope) {
	m.post(postingsOf(e))
	switch event := e.Event.(type) {
	case payment.Paid:
		if event.SuspenseID == 0 {
			m.receive(event.Identity, 0, event.Receipt)
		}
	case payment.Suspended:
		m.receive(event.Identity, event.SuspenseID, event.Receipt)
	case payment.SuspenseReleased:
		m.release(m.keyOf(event.Identity, event.SuspenseID), event.Held)
	case payment.Settled:
		delete(m.unsettled, paymentKey{event.TransactionID, event.Receipt.ProviderPaymentID})
	case payment.SuspenseSettled:
		delete(m.unsettled, m.keyOf(event.Identity, event.SuspenseID))
	case payment.HoldEnded:
		if event.IsSettled() {
			delete(m.unsettled, m.keyOf(event.Identity, event.SuspenseID))
		}
	case payment.Reversed:
		if event.UndoesPayment() { // the provider will not settle it
			delete(m.unsettled, m.keyOf(event.Identity, event.SuspenseID))
		}
	case balance.PayoutSubmitted:
		m.open[event.Name()] = event.Order.Amount
	case balance.PayoutAdopted:
		m.open[event.Name()] = event.Order.Amount
	case balance.PayoutAttemptFailed:
		delete(m.open, event.Order.Name())
	case balance.PayoutCompleted:
		delete(m.open, event.Order.Name())
	case balance.PayoutFailed:
		delete(m.open, event.Order.Name())
	case treasury.FeeEstimated:
		m.estimates[feeKey{event.BookingKind, event.Reference, event.ProviderPaymentID}] = event.Fee.Add(event.VAT)
	case treasury.FeeEstimateEnded:
		delete(m.estimates, feeKey{event.BookingKind, event.Reference, event.ProviderPaymentID})
	case settlementfile.Taken:
		if event.Kind == settlementfile.Payment { // also of a second payment, whose settlement nothing else records
			delete(m.unsettled, paymentKey{event.Reference, event.ProviderID})
		}
	}
}

// foldTransfer folds an event of any connection about a refund that this one may pay as a transfer. The provider debits such
// a refund when it is ordered. One that it makes itself it debits when it is done, so there is no such term for them.
func (m *money) foldTransfer(event domain.Event) {
	switch e := event.(type) {
	case payment.RefundSubmitted:
		if e.PaidBy == m.connection {
			m.openRefunds[e.RefundID] = e.RefundOrder.Amount
		}
	case payment.RefundAttemptFailed:
		delete(m.openRefunds, e.RefundID)
	case payment.RefundFailed:
		delete(m.openRefunds, e.RefundID)
	case payment.Reversed:
		delete(m.openRefunds, e.RefundID)
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
	case treasury.FeeEstimated:
		return event.Postings
	case treasury.FeeEstimateEnded:
		return event.Postings
	}
	return nil
}

func (m *money) post(postings []ledger.Posting) {
	for _, p := range postings {
		switch p.Account {
		case ledger.ProviderClearing(m.connection):
			m.clearing = m.clearing.Add(p.Amount)
		case ledger.ProviderPayouts(m.connection):
			m.payouts = m.payouts.Add(p.Amount)
		}
	}
}

func (m *money) receive(p payment.Identity, suspenseID int64, r payment.Receipt) {
	m.paymentIDs[moneyKey{p.TransactionID, suspenseID}] = r.ProviderPaymentID
	m.unsettled[paymentKey{p.TransactionID, r.ProviderPaymentID}] = unsettled{amount: r.PaidAmount, since: r.PaidAt}
}

func (m *money) keyOf(p payment.Identity, suspenseID int64) paymentKey {
	return paymentKey{p.TransactionID, m.paymentIDs[moneyKey{p.TransactionID, suspenseID}]}
}

func (m *money) release(key paymentKey, held bool) {
	if u, ok := m.unsettled[key]; ok && !held {
		u.silent = true
		m.unsettled[key] = u
	}
}
