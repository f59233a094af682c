package transaction_test

import (
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/transaction"
)

func TestRecord(t *testing.T) {
	t.Parallel()
	first := transaction.Recorded{ID: 1, ClientID: 7, TransactionID: "T-1", Status: "LUNAS"}
	byDefault := first
	byDefault.Status = "PENDING"
	record := func(id int64, status string) func(transaction.State) ([]domain.Event, error) {
		cmd := transaction.RecordCmd(first)
		cmd.ID, cmd.Status = id, status
		return func(s transaction.State) ([]domain.Event, error) { return transaction.Record(s, cmd) }
	}
	domaintest.Run(t, transaction.Aggregate, []domaintest.Case[transaction.State]{
		{Name: "a retry does nothing", Given: []domain.Event{first}, When: record(1, "LUNAS")},
		{Name: "the same transaction_id again", Given: []domain.Event{first}, When: record(2, "LUNAS"), Refused: "duplicate_transaction_id transaction_id"},
		{Name: "keeps the status", When: record(1, "LUNAS"), Then: []domain.Event{first}},
		{Name: "is PENDING without one", When: record(1, ""), Then: []domain.Event{byDefault}},
	})
}

func TestStreamsAreApartByClientAndTransactionID(t *testing.T) {
	t.Parallel()
	if got := transaction.Stream(7, "T-1"); !strings.HasPrefix(got, "transaction-7-") || len(got) != len("transaction-7-")+64 {
		t.Error(got)
	}
	if transaction.Stream(7, "T-1") == transaction.Stream(8, "T-1") || transaction.Stream(7, "T-1") == transaction.Stream(7, "T-2") {
		t.Error("two transactions share a stream")
	}
}
