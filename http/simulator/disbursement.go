package simulator

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"gateway/domain/money"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

const (
	completed = "COMPLETED"
	failed    = "FAILED"
	reversed  = "REVERSED"
)

// disbursement is a row of simulator_disbursements. Plan is the status that the payout reaches by itself at
// DueAt; with the plan REVERSED it completes first.
type disbursement struct {
	ID string `db:"id"`
	// API is the API that it was ordered from. Only that API knows it.
	API            string          `db:"api"`
	IdempotencyKey *string         `db:"idempotency_key"`
	ExternalID     string          `db:"external_id"`
	Amount         decimal.Decimal `db:"amount"`
	BankCode       string          `db:"bank_code"`
	HolderName     string          `db:"account_holder_name"`
	AccountNumber  string          `db:"account_number"`
	Description    string          `db:"description"`
	Status         string          `db:"status"`
	FailureCode    string          `db:"failure_code"`
	Plan           string          `db:"plan"`
	DueAt          *time.Time      `db:"due_at"`
	CreatedAt      time.Time       `db:"created_at"`
	UpdatedAt      time.Time       `db:"updated_at"`
}

func (s *Simulator) createDisbursement(r *http.Request) (any, error) {
	d, err := s.readDisbursement(r)
	if err != nil {
		return nil, err
	}
	first, fault, err := s.recordDisbursement(r.Context(), d)
	if err != nil {
		return nil, err
	}
	if !first {
		return nil, &apiError{
			http.StatusBadRequest, "DUPLICATE_TRANSACTION_ERROR",
			"Idempotency key has been used before. Use a unique idempotency key and try again.",
		}
	}
	return showDisbursement(d), fault.waitAfterRecord(r.Context())
}

// recordDisbursement records a payout and returns its fault, which the caller carries out. It records nothing
// if the idempotency key was used before (then first is false) or if a fault prevents it (then it returns an
// error).
func (s *Simulator) recordDisbursement(ctx context.Context, d disbursement) (first bool, fault amountFault, err error) {
	fault = faultOfAmount(payoutFaults, d.Amount)
	if err := s.payoutErrorBeforeRecord(d.API, fault); err != nil {
		return false, fault, err
	}
	s.planOutcome(&d, fault)
	err = s.transact(ctx, func(tx *sqlx.Tx) error {
		if err := lockArrival(ctx, tx, d.ExternalID); err != nil {
			return err
		}
		first, err = insertDisbursement(ctx, tx, d)
		if err != nil || !first {
			return err
		}
		if err := s.insertPayoutTransaction(ctx, tx, d); err != nil {
			return err
		}
		return s.applyRememberedOutcome(ctx, tx, d)
	})
	if err == nil && first {
		s.sweepAt(d.DueAt)
	}
	return first, fault, err
}

// payoutErrorBeforeRecord returns the error for a payout that is not recorded.
func (s *Simulator) payoutErrorBeforeRecord(api string, fault amountFault) error {
	if fault == floatEmpty || s.faults.Load().FloatEmpty {
		code := map[string]string{apiV1: "DIRECT_DISBURSEMENT_BALANCE_INSUFFICIENT_ERROR", apiV2: noFloat}[api]
		return &apiError{http.StatusBadRequest, code, "Not enough balance to disburse. Add funds to your balance and try again."}
	}
	return fault.errorBeforeRecord()
}

func (s *Simulator) readDisbursement(r *http.Request) (disbursement, error) {
	var asked struct {
		ExternalID    string      `json:"external_id"`
		Amount        money.Input `json:"amount"`
		BankCode      string      `json:"bank_code"`
		HolderName    string      `json:"account_holder_name"`
		AccountNumber string      `json:"account_number"`
		Description   string      `json:"description"`
	}
	if err := readJSON(r, &asked); err != nil {
		return disbursement{}, err
	}
	for _, needed := range []string{asked.ExternalID, asked.BankCode, asked.HolderName, asked.AccountNumber, asked.Description} {
		if needed == "" {
			return disbursement{}, badRequest("external_id, bank_code, account_holder_name, account_number and description are required")
		}
	}
	if !asked.Amount.Set {
		return disbursement{}, badRequest("amount is required")
	}
	d := disbursement{
		ID: hexID(), API: apiV1, ExternalID: asked.ExternalID, Amount: asked.Amount.Value, BankCode: asked.BankCode,
		HolderName: asked.HolderName, AccountNumber: asked.AccountNumber, Description: asked.Description,
		Status: pending, CreatedAt: s.now(), UpdatedAt: s.now(),
	}
	if key := r.Header.Get("X-Idempotency-Key"); key != "" {
		d.IdempotencyKey = &key
	}
	return d, nil
}

// planOutcome sets the status that the payout reaches by itself.
func (s *Simulator) planOutcome(d *disbursement, m amountFault) {
	switch {
	case m == bounced:
		d.Plan = failed
	case m == floatLost:
		d.Plan = noFloat
	case m == returned:
		d.Plan = reversed
	case s.PayoutDelay > 0:
		d.Plan = completed
	default:
		return
	}
	d.DueAt = new(d.CreatedAt.Add(s.PayoutDelay))
}

// insertDisbursement reports whether the idempotency key was new.
func insertDisbursement(ctx context.Context, tx *sqlx.Tx, d disbursement) (first bool, err error) {
	result, err := tx.NamedExecContext(ctx, `
		INSERT INTO state.simulator_disbursements
		       (id, api, idempotency_key, external_id, amount, bank_code, account_holder_name, account_number,
		        description, status, failure_code, plan, due_at, created_at, updated_at)
		VALUES (:id, :api, :idempotency_key, :external_id, :amount, :bank_code, :account_holder_name, :account_number,
		        :description, :status, :failure_code, :plan, :due_at, :created_at, :updated_at)
		ON CONFLICT (api, idempotency_key) DO NOTHING`, d)
	if err != nil {
		return false, fmt.Errorf("simulator: insert disbursement: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func findDisbursement(ctx context.Context, db sqlx.QueryerContext, where string, args ...any) (disbursement, error) {
	var d disbursement
	err := sqlx.GetContext(ctx, db, &d, `SELECT * FROM state.simulator_disbursements WHERE `+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return d, ErrNotFound
	}
	if err != nil {
		return d, fmt.Errorf("simulator: read disbursement: %w", err)
	}
	return d, nil
}

func (s *Simulator) getDisbursement(r *http.Request) (any, error) {
	d, err := findDisbursement(r.Context(), s.DB, `id = $1 AND api = $2`, r.PathValue("id"), apiV1)
	if errors.Is(err, ErrNotFound) {
		return nil, errNoDisbursement
	}
	return showDisbursement(d), err
}

var errNoDisbursement = &apiError{
	http.StatusNotFound, "DIRECT_DISBURSEMENT_NOT_FOUND_ERROR", "Could not find direct disbursement",
}

// listDisbursements serves the disbursements with an external id, newest first. Like the real
// provider it answers 404 if there is none.
func (s *Simulator) listDisbursements(r *http.Request) (any, error) {
	rows, err := s.findPayouts(r.Context(), apiV1, r.URL.Query().Get("external_id"))
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errNoDisbursement
	}
	shown := make([]disbursementBody, len(rows))
	for i, d := range rows {
		shown[i] = showDisbursement(d)
	}
	return shown, nil
}

// findPayouts returns the payouts with a reference that were ordered from an API, newest first.
func (s *Simulator) findPayouts(ctx context.Context, api, reference string) (rows []disbursement, err error) {
	err = s.DB.SelectContext(ctx, &rows, `
		SELECT * FROM state.simulator_disbursements WHERE api = $1 AND external_id = $2
		ORDER BY created_at DESC LIMIT 100`, api, reference)
	if err != nil {
		return nil, fmt.Errorf("simulator: list payouts: %w", err)
	}
	return rows, nil
}

// disbursementBody is the body of answers and of notifications.
type disbursementBody struct {
	ID          string          `json:"id"`
	ExternalID  string          `json:"external_id"`
	UserID      string          `json:"user_id"`
	Amount      decimal.Decimal `json:"amount"`
	BankCode    string          `json:"bank_code"`
	HolderName  string          `json:"account_holder_name"`
	Description string          `json:"disbursement_description"`
	Status      string          `json:"status"`
	FailureCode string          `json:"failure_code,omitempty"`
	IsInstant   bool            `json:"is_instant"`
	Created     time.Time       `json:"created"`
	Updated     time.Time       `json:"updated"`
}

func showDisbursement(d disbursement) disbursementBody {
	return disbursementBody{
		ID: d.ID, ExternalID: d.ExternalID, UserID: businessID, Amount: d.Amount, BankCode: d.BankCode,
		HolderName: d.HolderName, Description: d.Description, Status: d.Status, FailureCode: d.FailureCode,
		IsInstant: true, Created: d.CreatedAt, Updated: d.UpdatedAt,
	}
}
