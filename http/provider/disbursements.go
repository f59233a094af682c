package provider

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/shopspring/decimal"
)

// DisburseRequest asks for one payout.
type DisburseRequest struct {
	// IdempotencyKey makes a repeated call safe: the provider pays once per key.
	// Never call again for one payout with another.
	IdempotencyKey    string
	ExternalID        string
	BankCode          string
	AccountHolderName string
	AccountNumber     string
	Description       string
	Amount            decimal.Decimal
}

// Disbursement is a payout as the provider has it. UpdatedAt is zero where the
// provider does not tell.
type Disbursement struct {
	ID          string
	ExternalID  string
	Status      Status
	FailureCode string
	Amount      decimal.Decimal
	UpdatedAt   time.Time
}

type disbursementRequest struct {
	ExternalID        string          `json:"external_id"`
	Amount            decimal.Decimal `json:"amount"`
	BankCode          string          `json:"bank_code"`
	AccountHolderName string          `json:"account_holder_name"`
	AccountNumber     string          `json:"account_number"`
	Description       string          `json:"description"`
}

// Disburse orders the payout. After an *Unknown it may have been made: ask with
// FindDisbursement, or call again with the same key and the same body.
func (c *Client) Disburse(ctx context.Context, r DisburseRequest) (Disbursement, error) {
	body := disbursementRequest{
		ExternalID: r.ExternalID, Amount: r.Amount, BankCode: r.BankCode,
		AccountHolderName: r.AccountHolderName, AccountNumber: r.AccountNumber, Description: r.Description,
	}
	header := http.Header{"X-Idempotency-Key": {r.IdempotencyKey}}
	text, err := c.call(ctx, http.MethodPost, "/disbursements", body, header)
	if err != nil {
		return Disbursement{}, err
	}
	return disbursementFrom(readObject(text))
}

// GetDisbursement asks for a payout by the provider's id.
func (c *Client) GetDisbursement(ctx context.Context, id string) (Disbursement, error) {
	text, err := c.get(ctx, "/disbursements/"+url.PathEscape(id))
	if err != nil {
		return Disbursement{}, err
	}
	return disbursementFrom(readObject(text))
}

// FindDisbursement asks for a payout by our external_id. Should the provider know
// several, the answer is the one that says most of money having left: a failed one
// must not hide another that was paid.
func (c *Client) FindDisbursement(ctx context.Context, externalID string) (Disbursement, error) {
	list, err := c.list(ctx, "/disbursements?external_id="+url.QueryEscape(externalID))
	if err != nil {
		return Disbursement{}, err
	}
	weight := map[Status]int{Failed: 1, Reversed: 2, Pending: 3, Completed: 4}
	var found Disbursement
	for _, o := range list {
		one, err := disbursementFrom(o)
		if err != nil {
			return Disbursement{}, err
		}
		if one.ExternalID == externalID && weight[one.Status] > weight[found.Status] {
			found = one
		}
	}
	if found.ID == "" {
		return Disbursement{}, ErrNotFound
	}
	return found, nil
}

func disbursementFrom(o object) (Disbursement, error) {
	d := readDisbursement(o)
	return d, unreadable(*o.err)
}

func readDisbursement(o object) Disbursement {
	return Disbursement{
		ID: o.text("id"), ExternalID: o.text("external_id"), Status: o.oneOf("status", payoutWords),
		FailureCode: o.textOr("failure_code", ""), Amount: o.amount("amount"), UpdatedAt: o.timeOrZero("updated"),
	}
}
