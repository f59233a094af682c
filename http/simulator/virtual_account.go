package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

func (s *Simulator) createVA(r *http.Request) (any, error) {
	var asked struct {
		ExternalID     string      `json:"external_id"`
		BankCode       string      `json:"bank_code"`
		Name           string      `json:"name"`
		ExpectedAmount money.Input `json:"expected_amount"`
		Expiration     *time.Time  `json:"expiration_date"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	if asked.BankCode == "" || asked.Name == "" {
		return nil, badRequest("bank_code and name are required")
	}
	if most := mostOfBank[asked.BankCode]; most > 0 && asked.ExpectedAmount.Value.GreaterThan(decimal.NewFromInt(most)) {
		return nil, &apiError{
			http.StatusBadRequest, "MAXIMUM_EXPECTED_AMOUNT_ERROR", fmt.Sprintf("The maximum expected amount of %s is %d", asked.BankCode, most),
		}
	}
	number, err := s.vaNumber(r.Context(), asked.BankCode)
	if err != nil {
		return nil, err
	}
	return s.openPayment(r, payment{
		ID: uuid.NewString(), Product: va, ExternalID: asked.ExternalID, ChannelCode: asked.BankCode,
		Amount: asked.ExpectedAmount.Value, Name: asked.Name, Token: number, ExpiresAt: asked.Expiration,
	})
}

// mostOfBank is the maximum amount of a bank's virtual accounts, in rupiah.
var mostOfBank = map[string]int64{"BCA": 50_000_000, "PERMATA": 9_999_999_999}

// changeVA changes the expiry. This is how the gateway closes a virtual account.
func (s *Simulator) changeVA(r *http.Request) (any, error) {
	var asked struct {
		Expiration *time.Time `json:"expiration_date"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	ctx := r.Context()
	var p payment
	err := s.transact(ctx, func(tx *sqlx.Tx) (err error) {
		p, err = findPayment(ctx, tx, `id = $1 AND product = $2 FOR UPDATE`, r.PathValue("id"), va)
		if err != nil || asked.Expiration == nil {
			return err
		}
		if p.Status != pending {
			return ErrState
		}
		p.ExpiresAt = asked.Expiration
		return updatePayment(ctx, tx, p)
	})
	if err != nil {
		return nil, err
	}
	return s.show(p), nil
}

// simulateVA serves the provider's own test mode. Its path holds external_id=<external id>.
func (s *Simulator) simulateVA(r *http.Request) (any, error) {
	externalID, named := strings.CutPrefix(r.PathValue("id"), "external_id=")
	if !named {
		return nil, ErrNotFound
	}
	return s.simulatePayment(r, externalID)
}

// simulatePayment pays the amount in the body, or the amount due if there is none.
func (s *Simulator) simulatePayment(r *http.Request, externalID string) (any, error) {
	var asked struct {
		Amount money.Input `json:"amount"`
	}
	if err := readJSON(r, &asked); err != nil {
		return nil, err
	}
	var amount *decimal.Decimal
	if asked.Amount.Set {
		amount = &asked.Amount.Value
	}
	if err := s.Pay(r.Context(), externalID, amount, ""); err != nil {
		return nil, err
	}
	return map[string]string{"status": "COMPLETED", "message": "the payment is being processed"}, nil
}

type vaBody struct {
	ID             string          `json:"id"`
	ExternalID     string          `json:"external_id"`
	OwnerID        string          `json:"owner_id"`
	BankCode       string          `json:"bank_code"`
	MerchantCode   string          `json:"merchant_code"`
	Name           string          `json:"name"`
	AccountNumber  string          `json:"account_number"`
	ExpectedAmount decimal.Decimal `json:"expected_amount"`
	IsClosed       bool            `json:"is_closed"`
	IsSingleUse    bool            `json:"is_single_use"`
	Currency       string          `json:"currency"`
	Expiration     *time.Time      `json:"expiration_date"`
	Status         string          `json:"status"`
}

// showVA reports no more than the real provider: INACTIVE means paid or expired.
func showVA(p payment) vaBody {
	body := vaBody{
		ID: p.ID, ExternalID: p.ExternalID, OwnerID: businessID, BankCode: p.ChannelCode,
		MerchantCode: p.Token[:4], Name: p.Name, AccountNumber: p.Token, ExpectedAmount: p.Amount,
		IsClosed: true, IsSingleUse: true, Currency: "IDR", Expiration: p.ExpiresAt, Status: pending,
	}
	if p.Status != pending {
		body.Status = "INACTIVE"
	}
	return body
}

type vaPaymentBody struct {
	ID            string          `json:"id"`
	PaymentID     string          `json:"payment_id"`
	VAID          string          `json:"callback_virtual_account_id"`
	OwnerID       string          `json:"owner_id"`
	ExternalID    string          `json:"external_id"`
	AccountNumber string          `json:"account_number"`
	BankCode      string          `json:"bank_code"`
	MerchantCode  string          `json:"merchant_code"`
	Amount        decimal.Decimal `json:"amount"`
	Timestamp     *time.Time      `json:"transaction_timestamp"`
	SenderName    string          `json:"sender_name"`
	Created       *time.Time      `json:"created"`
	Updated       *time.Time      `json:"updated"`
	// Status is an addition to the protocol, for the settlement.
	Status string `json:"status,omitempty"`
}

func showVAPayment(p payment) vaPaymentBody {
	body := vaPaymentBody{
		ID: p.PaymentID, PaymentID: p.PaymentID, VAID: p.ID, OwnerID: businessID, ExternalID: p.ExternalID,
		AccountNumber: p.Token, BankCode: p.ChannelCode, MerchantCode: p.Token[:4], Amount: p.PaidAmount,
		Timestamp: p.PaidAt, SenderName: p.Name, Created: p.PaidAt, Updated: p.PaidAt,
	}
	if p.Status == settled {
		body.Status = settled
	}
	return body
}
