package harness

import (
	"database/sql"
	"fmt"
	"testing"
)

// FoundOrder is a completed payout that the simulated provider has but the gateway did not order, as after a
// restore of the log.
type FoundOrder struct {
	// ID is the provider's id.
	ID string
	// Kind, ClientID and Payout name the payout that the order belongs to.
	Kind             string
	ClientID, Payout int64
	Amount           int64
	// AccountNumber is the number of the bank account at BCA; empty for the account of SetBankAccount.
	AccountNumber string
}

// Put inserts the order into the simulated provider, which shares the database of the events.
func (o FoundOrder) Put(t *testing.T, eventsDSN string) {
	t.Helper()
	db, err := sql.Open("postgres", eventsDSN)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if o.AccountNumber == "" {
		o.AccountNumber = "1234567890"
	}
	reference := fmt.Sprintf("%s-%d-%d-0123456789ab", o.Kind, o.ClientID, o.Payout)
	for _, statement := range []string{
		`INSERT INTO state.simulator_disbursements (id, api, external_id, amount, bank_code, account_holder_name, account_number, description,
			status, failure_code, plan, created_at, updated_at)
			VALUES ($1, 'v1', $2, $3, 'BCA', 'Toko', $4, 'WD', 'COMPLETED', '', '', now(), now())`,
		`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, account_identifier, reverses,
			cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
			VALUES ('txn_' || $1::text, 'DISBURSEMENT', $1::text, $2, 'BANK', 'BCA', $4, '', 'MONEY_OUT', 'SUCCESS', $3, 0, 0, 'NOT_APPLICABLE', now(), now())`,
	} {
		if _, err := db.ExecContext(t.Context(), statement, o.ID, reference, o.Amount, o.AccountNumber); err != nil {
			t.Fatal(err)
		}
	}
}
