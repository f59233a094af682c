package balance

import (
	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// PaymentReversed posts money that was taken back after it was paid (API reference: Money taken back). It is
// never refused: the part that the available balance lacks becomes receivable.
type PaymentReversed struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source `json:"source"`
	ReversalID string `json:"reversal_id"`
	// Kind is one of the reversal kinds of package payment.
	Kind string `json:"kind"`
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// Amount goes back to the provider, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	By     string          `json:"by"`
}

// HoldEnded makes a held credit withdrawable although the payment never became SETTLED.
type HoldEnded struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
	Reason     string          `json:"reason"`
	By         string          `json:"by"`
}

func (s State) postReversed(cmd PostCmd, e payment.Reversed) (domain.Event, error) {
	id := cmd.ClientID
	total := e.Back()
	owed := e.ClientBears.Sub(e.FromUnsettled)
	available := decimal.Min(owed, s.Totals.Available)
	m, err := s.move(id, e.TransactionID, cmd.At, []ledger.Posting{
		{Account: ledger.ProviderClearing, Amount: total},
		{Account: ledger.Unsettled(id), Amount: e.FromUnsettled.Neg()},
		{Account: ledger.Available(id), Amount: available.Neg()},
		{Account: ledger.Receivable(id), Amount: available.Sub(owed)},
		{Account: ledger.RevenueFees, Amount: e.Fee.Neg()},
		{Account: ledger.TaxVAT, Amount: e.VAT.Neg()},
		{Account: ledger.Suspense, Amount: e.FromSuspense.Neg()},
	})
	if err != nil {
		return nil, err
	}
	return PaymentReversed{
		ClientID: id, Movement: m, Source: cmd.Source, ReversalID: e.ReversalID, Kind: e.Kind,
		SuspenseID: e.SuspenseID, Amount: total, Reason: e.Reason, By: e.By,
	}, nil
}

func (s State) postHoldEnded(cmd PostCmd, e payment.HoldEnded) (domain.Event, error) {
	m, err := s.free(cmd, e.TransactionID, e.FromUnsettled)
	if err != nil {
		return nil, err
	}
	return HoldEnded{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID,
		Amount: e.FromUnsettled, Reason: e.Reason, By: e.By,
	}, nil
}

// free moves an amount from unsettled to available.
func (s State) free(cmd PostCmd, reference string, amount decimal.Decimal) (Movement, error) {
	return s.move(cmd.ClientID, reference, cmd.At,
		ledger.Transfer(ledger.Unsettled(cmd.ClientID), ledger.Available(cmd.ClientID), amount))
}
