package provider

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/outbound/exchange"

	"github.com/shopspring/decimal"
)

// payoutsV2 is the successor of the classic API: /v2/payouts. An order that is repeated with its idempotency
// key gets the first answer again; the same key with another body gets DUPLICATE_ERROR.
type payoutsV2 struct{ c *Client }

// payoutStatuses maps the provider's words for the status of a payout of version 2.
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

// maxPayoutDescription is the maximum length of a description, in characters.
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
	return made, exchange.Unreadable(*o.err)
}

// find gets the list for a reference, which is empty when there is no record. A 404 proves nothing, because
// it is not an answer of this API.
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
		return nil, exchange.Unreadable(err)
	}
	return readPayouts(list, readPayoutV2)
}

// readDataList reads a list that is the member data of an object or, as in the provider's documentation, just
// an array.
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

// readPayoutV2 reads a payout of version 2. Its notification has it as the member data.
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
