package simulator

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// The provider's products. They are also the kinds of notifications.
const (
	invoice          = "invoice"
	va               = "va"
	ewallet          = "ewallet"
	qris             = "qris"
	disbursementKind = "disbursement"
)

const (
	pending = "PENDING"
	paid    = "PAID"
	settled = "SETTLED"
	expired = "EXPIRED"
)

// payment is a row of simulator_payments: an invoice, a virtual account, a charge or a QR code. PaymentID and
// the fields from PaidAmount on describe the first payment of the customer.
type payment struct {
	ID          string          `db:"id"`
	Product     string          `db:"product"`
	ExternalID  string          `db:"external_id"`
	ChannelCode string          `db:"channel_code"`
	Amount      decimal.Decimal `db:"amount"`
	Status      string          `db:"status"`
	// Name is the customer's name for a virtual account, the description for an invoice and
	// a charge. Token is the number of a virtual account or the text of a QR code.
	Name         string          `db:"name"`
	Token        string          `db:"token"`
	SuccessURL   string          `db:"success_url"`
	CreatedAt    time.Time       `db:"created_at"`
	ExpiresAt    *time.Time      `db:"expires_at"`
	PaymentID    string          `db:"payment_id"`
	PaidAmount   decimal.Decimal `db:"paid_amount"`
	PaidWith     string          `db:"paid_with"`
	PaidAt       *time.Time      `db:"paid_at"`
	SecondCharge bool            `db:"second_charge"`
	VoidedAt     *time.Time      `db:"voided_at"`
	// VoidStatus is that of a void of a charge that was asked for; empty for none.
	VoidStatus string `db:"void_status"`
	// Methods are the ways to pay an invoice, separated by commas. Phone is the customer's.
	Methods string `db:"methods"`
	Phone   string `db:"phone"`
	// FailureURL and Customer, a name, are only set for an invoice.
	FailureURL string `db:"failure_url"`
	Customer   string `db:"customer"`
}

// isPaid reports whether the payment was paid, even if it was voided later.
func (p payment) isPaid() bool { return p.Status == paid || p.Status == settled || p.Status == voided }

// statusAt returns the status at a time: a pending payment is expired from its expiry on,
// whether or not its row says so yet.
func (p payment) statusAt(now time.Time) string {
	if p.Status == pending && p.ExpiresAt != nil && !p.ExpiresAt.After(now) {
		return expired
	}
	return p.Status
}

// openPayment serves the creation of a payment. Its amount may cause a fault.
func (s *Simulator) openPayment(r *http.Request, p payment) (any, error) {
	if p.ExternalID == "" {
		return nil, badRequest("an external id is required")
	}
	if !p.Amount.IsPositive() {
		return nil, badRequest("an amount above 0 is required")
	}
	fault := faultOfAmount(paymentFaults, p.Amount)
	if err := fault.errorBeforeRecord(); err != nil {
		return nil, err
	}
	p.Status, p.CreatedAt = pending, s.now()
	if err := insertPayment(r.Context(), s.DB, p); err != nil {
		return nil, err
	}
	if err := fault.waitAfterRecord(r.Context()); err != nil {
		return nil, err
	}
	return s.show(p), nil
}

// insertPayment refuses the external id of a QR code that was used before, as the real provider does. It also
// refuses that of an invoice, so that a gateway that creates an invoice twice although it could find the first
// gets an error. Virtual accounts and charges can't be found by their reference, so they may be created again.
func insertPayment(ctx context.Context, db sqlx.ExtContext, p payment) error {
	result, err := sqlx.NamedExecContext(ctx, db, `
		INSERT INTO state.simulator_payments
		       (id, product, external_id, channel_code, amount, status, name, token, success_url,
		        created_at, expires_at, payment_id, paid_amount, paid_with, paid_at, second_charge, methods, phone, failure_url, customer)
		VALUES (:id, :product, :external_id, :channel_code, :amount, :status, :name, :token, :success_url,
		        :created_at, :expires_at, :payment_id, :paid_amount, :paid_with, :paid_at,
		        :second_charge, :methods, :phone, :failure_url, :customer)
		ON CONFLICT (external_id) WHERE NOT second_charge AND product IN ('qris', 'invoice') DO NOTHING`, p)
	if err != nil {
		return fmt.Errorf("simulator: insert payment: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return duplicate("this external id was used before")
	}
	return nil
}

func updatePayment(ctx context.Context, tx *sqlx.Tx, p payment) error {
	_, err := tx.NamedExecContext(ctx, `
		UPDATE state.simulator_payments
		SET status = :status, expires_at = :expires_at, payment_id = :payment_id,
		    paid_amount = :paid_amount, paid_with = :paid_with, paid_at = :paid_at, voided_at = :voided_at,
		    void_status = :void_status
		WHERE id = :id`, p)
	if err != nil {
		return fmt.Errorf("simulator: update payment: %w", err)
	}
	return nil
}

// lockPayment reads a payment by its external id and locks its row. If there are several, it prefers a paid
// one, and otherwise takes the newest, which the customer has seen. The lock also keeps the payment's
// notifications in order.
func lockPayment(ctx context.Context, tx *sqlx.Tx, externalID string) (payment, error) {
	return findPayment(ctx, tx, `external_id = $1 AND NOT second_charge
		ORDER BY paid_at IS NULL, created_at DESC LIMIT 1 FOR UPDATE`, externalID)
}

func findPayment(ctx context.Context, db sqlx.QueryerContext, where string, args ...any) (payment, error) {
	var p payment
	err := sqlx.GetContext(ctx, db, &p, `SELECT * FROM state.simulator_payments WHERE `+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("simulator: read payment: %w", err)
	}
	return p, nil
}

// getPayment serves GET of one payment of the product, by the provider's id.
func (s *Simulator) getPayment(product string) endpoint {
	return func(r *http.Request) (any, error) {
		p, err := findPayment(r.Context(), s.DB, `id = $1 AND product = $2`, r.PathValue("id"), product)
		if errors.Is(err, ErrNotFound) {
			return nil, notFoundErrors[product]
		}
		if err != nil {
			return nil, err
		}
		return s.show(p), nil
	}
}

// notFoundErrors are the errors of the products for an id that they do not know.
var notFoundErrors = map[string]error{
	invoice: &apiError{http.StatusNotFound, "INVOICE_NOT_FOUND_ERROR", "Could not find invoice"},
	va:      &apiError{http.StatusNotFound, "CALLBACK_VIRTUAL_ACCOUNT_NOT_FOUND_ERROR", "Callback virtual account not found"},
	ewallet: &apiError{http.StatusNotFound, "DATA_NOT_FOUND", "Charge not found"},
}

// show returns the body of answers about the payment, in the form of its product.
func (s *Simulator) show(p payment) any {
	p.Status = p.statusAt(s.now())
	switch p.Product {
	case invoice:
		return s.showInvoice(p)
	case va:
		return showVA(p)
	case ewallet:
		return s.showCharge(p)
	default:
		return showQR(p)
	}
}
