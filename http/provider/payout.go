package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// payoutStatuses are the provider's words for the status of a disbursement.
var payoutStatuses = map[string]report.Status{
	"PENDING": report.Pending, "COMPLETED": report.Completed, "FAILED": report.Failed, "REVERSED": report.Reversed,
}

// disbursementRequest is the body of POST /disbursements.
type disbursementRequest struct {
	ExternalID        string          `json:"external_id"`
	Amount            decimal.Decimal `json:"amount"`
	BankCode          string          `json:"bank_code"`
	AccountHolderName string          `json:"account_holder_name"`
	AccountNumber     string          `json:"account_number"`
	Description       string          `json:"description"`
}

// SendPayout orders the payout. A repeated call for the same payout must have the same
// idempotency key. After a *report.Unknown the payout may have been made: the caller asks by
// FindPayout, or calls again with the same transfer.
func (c *Client) SendPayout(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	body := disbursementRequest{
		ExternalID: t.Reference, Amount: t.Amount, BankCode: t.Bank,
		AccountHolderName: t.AccountHolder, AccountNumber: t.AccountNumber, Description: t.Description,
	}
	header := http.Header{"X-Idempotency-Key": {t.IdempotencyKey}}
	text, err := c.call(ctx, http.MethodPost, "/disbursements", body, header)
	if err != nil {
		return report.Payout{}, err
	}
	return parsePayout(readObject(text))
}

// FindPayout asks for a payout by its reference. If the provider has several records, the
// result is the one that most likely moved money: a failed record must not hide one that was
// paid. api is the API that it was ordered from (report.PayoutsV1). Error: report.ErrNoRecord.
func (c *Client) FindPayout(ctx context.Context, api, reference string) (report.Payout, error) {
	list, err := c.list(ctx, "/disbursements?external_id="+url.QueryEscape(reference))
	var missing *notFound
	if errors.As(err, &missing) && missing.code != "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR" {
		err = &report.Unknown{Err: errors.New(missing.Error())} // not notFound: it may count as ErrNoRecord
	}
	if err != nil {
		return report.Payout{}, err
	}
	rank := map[report.Status]int{report.Failed: 1, report.Reversed: 2, report.Pending: 3, report.Completed: 4}
	var found report.Payout
	for _, o := range list {
		candidate, err := parsePayout(o)
		if err != nil {
			return report.Payout{}, err
		}
		if candidate.Reference == reference && rank[candidate.Status] > rank[found.Status] {
			found = candidate
		}
	}
	if found.ProviderID == "" {
		return report.Payout{}, report.ErrNoRecord
	}
	return found, nil
}

func parsePayout(o object) (report.Payout, error) {
	p := readPayout(o)
	return p, unreadable(*o.err)
}

func readPayout(o object) report.Payout {
	return report.Payout{
		ProviderID: o.text("id"), Reference: o.text("external_id"), Status: o.status("status", payoutStatuses),
		FailureCode: o.textOr("failure_code", ""), Amount: o.amount("amount"), UpdatedAt: o.timeOrZero("updated"),
	}
}
