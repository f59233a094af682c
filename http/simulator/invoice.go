package simulator

import (
	"net/http"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// defaultInvoiceLife is the real provider's default.
const defaultInvoiceLife = 24 * time.Hour

func (s *Simulator) createInvoice(r *http.Request) (any, error) {
	var asked struct {
		ExternalID  string      `json:"external_id"`
		Amount      money.Input `json:"amount"`
		Description string      `json:"description"`
		Duration    int64       `json:"invoice_duration"`
		SuccessURL  string      `json:"success_redirect_url"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	const longest = 365 * 24 * 60 * 60
	if asked.Duration < 0 || asked.Duration > longest {
		return nil, badRequest("invoice_duration must be within a year")
	}
	life := time.Duration(asked.Duration) * time.Second
	if life == 0 {
		life = defaultInvoiceLife
	}
	expiresAt := s.now().Add(life)
	return s.openPayment(r, payment{
		ID: hexID(), Product: invoice, ExternalID: asked.ExternalID, Amount: asked.Amount.Value,
		Name: asked.Description, SuccessURL: asked.SuccessURL, ExpiresAt: &expiresAt,
	})
}

// expireInvoice serves POST /invoices/{id}/expire!.
func (s *Simulator) expireInvoice(r *http.Request) (any, error) {
	ctx := r.Context()
	if r.PathValue("act") != "expire!" {
		return nil, ErrNotFound
	}
	var p payment
	err := s.transact(ctx, func(tx *sqlx.Tx) (err error) {
		p, err = findPayment(ctx, tx, `id = $1 AND product = $2 FOR UPDATE`, r.PathValue("id"), invoice)
		if err != nil {
			return err
		}
		p, err = s.expire(ctx, tx, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.show(p), nil
}

// invoiceBody is the body of answers and of notifications.
type invoiceBody struct {
	ID             string           `json:"id"`
	ExternalID     string           `json:"external_id"`
	UserID         string           `json:"user_id"`
	IsHigh         bool             `json:"is_high"`
	Status         string           `json:"status"`
	MerchantName   string           `json:"merchant_name"`
	Amount         decimal.Decimal  `json:"amount"`
	Currency       string           `json:"currency"`
	Description    string           `json:"description"`
	InvoiceURL     string           `json:"invoice_url"`
	SuccessURL     string           `json:"success_redirect_url,omitempty"`
	ExpiryDate     *time.Time       `json:"expiry_date"`
	Created        time.Time        `json:"created"`
	Updated        time.Time        `json:"updated"`
	PaymentID      string           `json:"payment_id,omitempty"`
	PaidAmount     *decimal.Decimal `json:"paid_amount,omitempty"`
	PaidAt         *time.Time       `json:"paid_at,omitempty"`
	PaymentMethod  string           `json:"payment_method,omitempty"`
	PaymentChannel string           `json:"payment_channel,omitempty"`
	BankCode       string           `json:"bank_code,omitempty"`
}

func (s *Simulator) showInvoice(p payment) invoiceBody {
	body := invoiceBody{
		ID: p.ID, ExternalID: p.ExternalID, UserID: businessID, Status: p.Status, MerchantName: sandboxMerchant,
		Amount: p.Amount, Currency: "IDR", Description: p.Name, InvoiceURL: s.PublicURL + "/simulator/invoices/" + p.ID,
		SuccessURL: p.SuccessURL, ExpiryDate: p.ExpiresAt, Created: p.CreatedAt, Updated: s.now(),
	}
	if !p.isPaid() {
		return body
	}
	body.PaymentID, body.PaidAmount, body.PaidAt = p.PaymentID, &p.PaidAmount, p.PaidAt
	body.PaymentMethod, body.PaymentChannel = methodOf(p.PaidWith), p.PaidWith
	if body.PaymentMethod == "BANK_TRANSFER" {
		body.BankCode = p.PaidWith
	}
	return body
}

// methodOf returns the payment method of a channel. Unknown channels are banks.
func methodOf(channelCode string) string {
	switch channelCode {
	case "OVO", "DANA", "LINKAJA", "SHOPEEPAY":
		return "EWALLET"
	case "QRIS":
		return "QR_CODE"
	}
	return "BANK_TRANSFER"
}
