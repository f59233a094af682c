package balancerows

import (
	"context"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// vatRates are the VAT rates of payments, as texts, by transaction id.
type vatRates map[string]string

// vatRate is the VAT rate of a payment.
type vatRate struct{ transactionID, rate string }

func (r *vatRate) columns(f *readtable.Fields) {
	f.At("transaction_id", &r.transactionID).At("vat_rate", &r.rate)
}

// of returns the VAT rate of a movement's fee. The event of a payout carries it, and so does that of what a refund costs. The
// other movements of a payment, also those that give the fee back, have the rate at which the payment was charged.
func (r vatRates) of(event domain.Event, transactionID string, a statement.Amounts) string {
	var said *decimal.Decimal
	switch e := event.(type) {
	case balance.PayoutCompleted:
		return statement.VATRateText(e.Order.VATRate)
	case balance.PayoutReversed:
		return statement.VATRateText(e.Order.VATRate)
	case balance.PaymentReversed:
		said = e.VATRate
	case balance.ReversalReturned:
		said = e.VATRate
	}
	ofPayment, ok := r[transactionID]
	if !ok {
		ofPayment = statement.UnknownVATRate
	}
	return a.RateOfFee(statement.KindOf(event.EventType()), said, ofPayment)
}

// vatRatesOf stores the rates of the payments that were paid in a batch, and returns the rates of all
// payments to which the batch's movements belong.
func vatRatesOf(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) (vatRates, error) {
	rates := vatRates{}
	var paid []*vatRate
	missing := map[string]bool{}
	for _, e := range events {
		switch e := e.Event.(type) {
		case payment.Paid:
			rates.keep(&paid, e.TransactionID, e.Charge)
		case payment.SuspenseReleased:
			rates.keep(&paid, e.TransactionID, e.Charge)
		case balance.Credited:
			missing[e.Reference] = true
		case balance.SuspenseReleased:
			missing[e.Reference] = true
		case balance.PaymentReversed:
			missing[e.Reference] = true
		case balance.ReversalReturned:
			missing[e.Reference] = true
		}
	}
	if err := readtable.Run(ctx, tx, keepVATRates.Rows(paid...)); err != nil {
		return nil, err
	}
	return rates, rates.read(ctx, tx, missing)
}

func (r vatRates) keep(paid *[]*vatRate, transactionID string, c payment.Charge) {
	if _, ok := r[transactionID]; ok {
		return // a payment keeps one rate, however it is paid
	}
	r[transactionID] = statement.VATRateText(c.VATRate)
	*paid = append(*paid, &vatRate{transactionID, r[transactionID]})
}

// read adds the rates of those payments that are missing.
func (r vatRates) read(ctx context.Context, tx *engine.Tx, of map[string]bool) error {
	var ids []string
	for id := range of {
		if _, ok := r[id]; !ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT transaction_id, vat_rate FROM payment_vat_rates WHERE transaction_id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, rate string
		if err := rows.Scan(&id, &rate); err != nil {
			return err
		}
		r[id] = rate
	}
	return rows.Err()
}
