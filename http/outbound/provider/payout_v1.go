package provider

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"

	"github.com/shopspring/decimal"
)

// payoutsV1 is the classic API: /disbursements. It refuses a used idempotency key, even for the same order.
type payoutsV1 struct{ c *Client }

// disbursementStatuses maps the provider's words for the status of a disbursement.
var disbursementStatuses = map[string]report.Status{
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

func (p payoutsV1) send(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	body := disbursementRequest{
		ExternalID: t.Reference, Amount: t.Amount, BankCode: t.Bank,
		AccountHolderName: t.AccountHolder, AccountNumber: t.AccountNumber, Description: t.Description,
	}
	text, err := p.c.call(ctx, http.MethodPost, "/disbursements", body, http.Header{"X-Idempotency-Key": {t.IdempotencyKey}})
	if err != nil {
		return report.Payout{}, err
	}
	o := readObject(text)
	made := readDisbursement(o)
	return made, exchange.Unreadable(*o.err)
}

func (p payoutsV1) find(ctx context.Context, reference string) ([]report.Payout, error) {
	list, err := p.c.list(ctx, "/disbursements?external_id="+url.QueryEscape(reference))
	var missing *notFound
	if errors.As(err, &missing) && missing.code != "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR" {
		err = &report.Unknown{Err: errors.New(missing.Error())} // not a notFound, which may count as ErrNoRecord
	}
	if err != nil {
		return nil, err
	}
	return readPayouts(list, readDisbursement)
}

// readDisbursement reads a disbursement, which is also its notification.
func readDisbursement(o object) report.Payout {
	return report.Payout{
		ProviderID: o.text("id"), Reference: o.text("external_id"), Status: o.status("status", disbursementStatuses),
		FailureCode: o.textOr("failure_code", ""), Amount: o.amount("amount"), Bank: o.textOr("bank_code", ""),
		UpdatedAt: o.timeOrZero("updated"),
	}
}
