package provider

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// payoutsV2 is the API that follows the classic one: /v2/payouts. An order that is repeated
// with its idempotency key gets the answer of the first time; with that key and another body
// it gets DUPLICATE_ERROR.
type payoutsV2 struct{ c *Client }

// payoutStatuses are the provider's words for the status of a payout of version 2.
var payoutStatuses = map[string]report.Status{
	"ACCEPTED": report.Pending, "REQUESTED": report.Pending, "LOCKED": report.Pending, "READY": report.Pending,
	"PENDING_COMPLIANCE_ASSESSMENT": report.Pending, "SUCCEEDED": report.Completed, "REVERSED": report.Reversed,
	"FAILED": report.Failed, "CANCELLED": report.Failed, "EXPIRED": report.Failed, "COMPLIANCE_REJECTED": report.Failed,
}

// payoutRequest is the body of POST /v2/payouts.
type payoutRequest struct {
	ReferenceID string           `json:"reference_id"`
	ChannelCode string           `json:"channel_code"`
	Properties  payoutProperties `json:"channel_properties"`
	Amount      decimal.Decimal  `json:"amount"`
	Description string           `json:"description"`
	Currency    string           `json:"currency"`
}

type payoutProperties struct {
	AccountHolderName string `json:"account_holder_name"`
	AccountNumber     string `json:"account_number"`
}

// maxPayoutDescription is the most characters of a description.
const maxPayoutDescription = 100

func (p payoutsV2) send(ctx context.Context, t balance.Transfer) (report.Payout, error) {
	body := payoutRequest{
		ReferenceID: t.Reference, ChannelCode: countryPrefix + t.Bank, Amount: t.Amount, Currency: "IDR",
		Properties:  payoutProperties{AccountHolderName: t.AccountHolder, AccountNumber: t.AccountNumber},
		Description: firstRunes(t.Description, maxPayoutDescription),
	}
	text, err := p.c.call(ctx, http.MethodPost, "/v2/payouts", body, http.Header{"Idempotency-Key": {t.IdempotencyKey}})
	if err != nil {
		return report.Payout{}, err
	}
	o := readObject(text)
	made := readPayoutV2(o)
	return made, unreadable(*o.err)
}

// find gets the list of a reference, which is empty without a record. A 404 is never a proof:
// it is not the answer of this API.
func (p payoutsV2) find(ctx context.Context, reference string) ([]report.Payout, error) {
	text, err := p.c.get(ctx, "/v2/payouts?reference_id="+url.QueryEscape(reference))
	var missing *notFound
	if errors.As(err, &missing) {
		return nil, &report.Unknown{Err: errors.New(missing.Error())}
	}
	if err != nil {
		return nil, err
	}
	list, err := readDataList(text)
	if err != nil {
		return nil, unreadable(err)
	}
	return readPayouts(list, readPayoutV2)
}

// readDataList reads a list that is the member data of an object, or, as the provider's
// documentation has it, the array alone.
func readDataList(text []byte) ([]object, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		return readList(text)
	}
	page := readObject(text)
	if *page.err != nil {
		return nil, *page.err
	}
	return readList(page.members["data"])
}

// readPayoutV2 reads a payout of version 2. Its notification holds it as data.
func readPayoutV2(o object) report.Payout {
	p := report.Payout{
		ProviderID: o.text("id"), Reference: o.text("reference_id"), Status: o.status("status", payoutStatuses),
		FailureCode: o.textOr("failure_code", ""), Amount: o.amount("amount"), Bank: channelCode(o.textOr("channel_code", "")),
		UpdatedAt: o.timeOrZero("updated"),
	}
	if o.has("channel_properties") {
		p.AccountNumber = o.object("channel_properties").textOr("account_number", "")
	}
	return p
}

// firstRunes returns the first n characters of a text.
func firstRunes(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}
