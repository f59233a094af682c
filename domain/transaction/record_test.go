package transaction

import (
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestRecord(t *testing.T) {
	t.Parallel()
	first := Recorded{ID: 1, ClientID: 7, TransactionID: "T-1", Status: "LUNAS"}
	byDefault := first
	byDefault.Status = "PENDING"
	record := func(id int64, status string) func(State) ([]domain.Event, error) {
		cmd := RecordCmd(first)
		cmd.ID, cmd.Status = id, status
		return func(s State) ([]domain.Event, error) { return Record(s, cmd) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a retry does nothing", Given: []domain.Event{first}, When: record(1, "LUNAS")},
		{Name: "the same transaction_id again", Given: []domain.Event{first}, When: record(2, "LUNAS"), Refused: "duplicate_transaction_id transaction_id"},
		{Name: "keeps the status", When: record(1, "LUNAS"), Then: []domain.Event{first}},
		{Name: "is PENDING without one", When: record(1, ""), Then: []domain.Event{byDefault}},
	})
}

func TestStreamsAreApartByClientAndTransactionID(t *testing.T) {
	t.Parallel()
	if got := Stream(7, "T-1"); !strings.HasPrefix(got, "transaction-7-") || len(got) != len("transaction-7-")+64 {
		t.Error(got)
	}
	if Stream(7, "T-1") == Stream(8, "T-1") || Stream(7, "T-1") == Stream(7, "T-2") {
		t.Error("two transactions share a stream")
	}
}
