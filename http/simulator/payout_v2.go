package simulator

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// The provider's APIs for payouts. Each knows only the payouts that were ordered from it.
const (
	apiV1 = "v1"
	apiV2 = "v2"
)

// createPayoutV2 serves POST /v2/payouts. A repeated order gets the same answer as the first.
func (s *Simulator) createPayoutV2(r *http.Request) (any, error) {
	d, err := s.readPayoutV2(r)
	if err != nil {
		return nil, err
	}
	isFirst, fault, err := s.recordDisbursement(r.Context(), d)
	if err != nil {
		return nil, err
	}
	if !isFirst {
		return s.repeatPayoutV2(r.Context(), d)
	}
	return showPayoutV2(d), fault.waitAfterRecord(r.Context())
}

// repeatPayoutV2 answers an order whose idempotency key was used before.
func (s *Simulator) repeatPayoutV2(ctx context.Context, again disbursement) (any, error) {
	d, err := findDisbursement(ctx, s.DB, `api = $1 AND idempotency_key = $2`, apiV2, again.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if !d.asksTheSame(again) {
		return nil, duplicate("Idempotency key was used before with another request body")
	}
	d.Status, d.FailureCode, d.UpdatedAt = pending, "", d.CreatedAt // the same answer as the first time
	return showPayoutV2(d), nil
}

func (d disbursement) asksTheSame(other disbursement) bool {
	return d.ExternalID == other.ExternalID && d.Amount.Equal(other.Amount) && d.BankCode == other.BankCode &&
		d.HolderName == other.HolderName && d.AccountNumber == other.AccountNumber && d.Description == other.Description
}

func (s *Simulator) readPayoutV2(r *http.Request) (disbursement, error) {
	var asked struct {
		ReferenceID string      `json:"reference_id"`
		ChannelCode string      `json:"channel_code"`
		Amount      money.Input `json:"amount"`
		Description string      `json:"description"`
		Currency    string      `json:"currency"`
		Properties  struct {
			HolderName    string `json:"account_holder_name"`
			AccountNumber string `json:"account_number"`
		} `json:"channel_properties"`
	}
	if err := readJSON(r, &asked); err != nil {
		return disbursement{}, err
	}
	key := r.Header.Get("Idempotency-Key")
	const longestKey, longestDescription = 100, 100
	bank, indonesian := strings.CutPrefix(asked.ChannelCode, "ID_")
	switch {
	case key == "" || len(key) > longestKey:
		return disbursement{}, badRequest("header Idempotency-key is required, with at most 100 characters")
	case asked.ReferenceID == "" || asked.Properties.AccountNumber == "" || asked.Properties.HolderName == "":
		return disbursement{}, badRequest("reference_id, channel_properties.account_number and account_holder_name are required")
	case !asked.Amount.Set || asked.Currency != "IDR" || len([]rune(asked.Description)) > longestDescription:
		return disbursement{}, badRequest("amount, currency IDR and a description of at most 100 characters are required")
	case !asked.Amount.Value.IsInteger():
		return disbursement{}, badRequest("amount must be an integer")
	case !indonesian || bank == "":
		return disbursement{}, &apiError{http.StatusBadRequest, "CHANNEL_CODE_NOT_SUPPORTED", "The channel code is not supported"}
	}
	return disbursement{
		ID: "disb-" + hexID(), API: apiV2, IdempotencyKey: &key, ExternalID: asked.ReferenceID, Amount: asked.Amount.Value,
		BankCode: bank, HolderName: asked.Properties.HolderName, AccountNumber: asked.Properties.AccountNumber,
		Description: asked.Description, Status: pending, CreatedAt: s.now(), UpdatedAt: s.now(),
	}, nil
}

var errNoPayout = &apiError{http.StatusNotFound, "DATA_NOT_FOUND", "Payout not found"}

func (s *Simulator) getPayoutV2(r *http.Request) (any, error) {
	d, err := findDisbursement(r.Context(), s.DB, `id = $1 AND api = $2`, r.PathValue("id"), apiV2)
	if errors.Is(err, ErrNotFound) {
		return nil, errNoPayout
	}
	return showPayoutV2(d), err
}

// listPayoutsV2 serves the payouts with a reference: an empty list if there is none.
func (s *Simulator) listPayoutsV2(r *http.Request) (any, error) {
	reference := r.URL.Query().Get("reference_id")
	if reference == "" {
		return nil, badRequest("reference_id is required")
	}
	rows, err := s.findPayouts(r.Context(), apiV2, reference)
	page := payoutsBody{Data: make([]payoutBody, len(rows))}
	for i, d := range rows {
		page.Data[i] = showPayoutV2(d)
	}
	return page, err
}

// cancelPayoutV2 serves POST /v2/payouts/{id}/cancel: a payout that the bank has not made yet
// ends as CANCELLED.
func (s *Simulator) cancelPayoutV2(r *http.Request) (any, error) {
	ctx := r.Context()
	var d disbursement
	err := s.transact(ctx, func(tx *sqlx.Tx) (err error) {
		if d, err = findDisbursement(ctx, tx, `id = $1 AND api = $2 FOR UPDATE`, r.PathValue("id"), apiV2); err != nil {
			return err
		}
		if d.Status != pending {
			return &apiError{http.StatusConflict, "INVALID_STATE_ERROR", "The payout can't be cancelled any more"}
		}
		d.Status = cancelled
		return s.endPlan(ctx, tx, d, cancelled, "")
	})
	if errors.Is(err, ErrNotFound) {
		err = errNoPayout
	}
	return showPayoutV2(d), err
}

const cancelled = "CANCELLED"

type payoutsBody struct {
	Data    []payoutBody `json:"data"`
	HasMore bool         `json:"has_more"`
}

// payoutBody is the body of an answer. A notification has it as data.
type payoutBody struct {
	ID          string               `json:"id"`
	Amount      decimal.Decimal      `json:"amount"`
	ChannelCode string               `json:"channel_code"`
	Currency    string               `json:"currency"`
	Description string               `json:"description"`
	ReferenceID string               `json:"reference_id"`
	Status      string               `json:"status"`
	FailureCode string               `json:"failure_code,omitempty"`
	Created     time.Time            `json:"created"`
	Updated     time.Time            `json:"updated"`
	Arrival     time.Time            `json:"estimated_arrival_time"`
	BusinessID  string               `json:"business_id"`
	Properties  payoutPropertiesBody `json:"channel_properties"`
}

type payoutPropertiesBody struct {
	AccountNumber string `json:"account_number"`
	HolderName    string `json:"account_holder_name"`
}

// payoutStatusesV2 are the statuses in the words of the API.
var payoutStatusesV2 = map[string]string{
	pending: "ACCEPTED", completed: "SUCCEEDED", failed: failed, reversed: reversed, cancelled: cancelled,
}

// failureCodesV2 are the failure codes in the words of the API.
var failureCodesV2 = map[string]string{defaultFailureCode: "REJECTED_BY_CHANNEL"}

func showPayoutV2(d disbursement) payoutBody {
	const usualArrival = 15 * time.Minute
	code := d.FailureCode
	if word, known := failureCodesV2[code]; known {
		code = word
	}
	return payoutBody{
		ID: d.ID, Amount: d.Amount, ChannelCode: "ID_" + d.BankCode, Currency: "IDR", Description: d.Description,
		ReferenceID: d.ExternalID, Status: payoutStatusesV2[d.Status], FailureCode: code, Created: d.CreatedAt.UTC(),
		Updated: d.UpdatedAt.UTC(), Arrival: d.CreatedAt.UTC().Add(usualArrival), BusinessID: businessID,
		Properties: payoutPropertiesBody{AccountNumber: d.AccountNumber, HolderName: d.HolderName},
	}
}

type payoutNotification struct {
	Event      string     `json:"event"`
	BusinessID string     `json:"business_id"`
	Created    time.Time  `json:"created"`
	Data       payoutBody `json:"data"`
}

func (s *Simulator) showPayoutNotification(d disbursement) payoutNotification {
	body := showPayoutV2(d)
	return payoutNotification{
		Event: "payout." + strings.ToLower(body.Status), BusinessID: businessID, Created: s.now(), Data: body,
	}
}
