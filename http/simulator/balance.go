package simulator

import (
	"context"
	"fmt"
	"net/http"

	"github.com/shopspring/decimal"
)

// Balance returns the gateway's money at the provider: the settled payments, less the refunds and chargebacks,
// less the payouts that are open or completed, less the final fees, and the money that the gateway deposited or
// withdrew itself. It may be negative, because the simulator does not limit the float.
func (s *Simulator) Balance(ctx context.Context) (decimal.Decimal, error) {
	var balance decimal.Decimal
	err := s.DB.GetContext(ctx, &balance, `
		SELECT coalesce(sum(CASE
				WHEN status NOT IN ('SUCCESS', 'PENDING') OR type = 'PAYMENT' AND settlement_status = 'PENDING' THEN 0
				WHEN cashflow = 'MONEY_IN' THEN amount
				ELSE -amount END), 0)
			- coalesce(sum(fee + fee_vat) FILTER (WHERE fee_status = 'COMPLETED'), 0)
		FROM state.simulator_transactions`)
	if err != nil {
		return balance, fmt.Errorf("simulator: add up balance: %w", err)
	}
	return balance, nil
}

// TopUp books the gateway's own money that came to the provider. The reference is that of the transfer.
func (s *Simulator) TopUp(ctx context.Context, amount decimal.Decimal, reference string) error {
	return s.bookOwnMoney(ctx, transaction{Type: topUpType, Cashflow: moneyIn, Amount: amount, Reference: reference})
}

// Withdraw books the gateway's own money that went to its bank. The reference is that of the transfer.
func (s *Simulator) Withdraw(ctx context.Context, amount decimal.Decimal, reference string) error {
	return s.bookOwnMoney(ctx, transaction{Type: withdrawalType, Cashflow: moneyOut, Amount: amount, Reference: reference})
}

func (s *Simulator) bookOwnMoney(ctx context.Context, t transaction) error {
	if !t.Amount.IsPositive() {
		return fmt.Errorf("%w: nothing to move", ErrState)
	}
	t.ProductID, t.Category, t.Channel = hexID(), "BANK", "BCA"
	t.Status, t.FeeStatus, t.CreatedAt = success, noFee, s.now()
	return insertTransaction(ctx, s.DB, t)
}

// getBalance serves GET /balance. It only simulates the default account, CASH.
func (s *Simulator) getBalance(r *http.Request) (any, error) {
	switch r.URL.Query().Get("account_type") {
	case "", "CASH":
	case "HOLDING", "TAX":
		return map[string]int{"balance": 0}, nil
	default:
		return nil, badRequest("account_type must be CASH, HOLDING or TAX")
	}
	balance, err := s.Balance(r.Context())
	if err != nil {
		return nil, err
	}
	return map[string]decimal.Decimal{"balance": balance}, nil
}
