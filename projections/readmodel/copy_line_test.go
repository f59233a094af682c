package readmodel_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/transaction"
	"gateway/projections/engine"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

// hostileTexts contain characters that are special in a line of COPY.
var hostileTexts = []string{
	"a\tb", "a\nb", "a\r\nb", `\N`, `\.`, `\`, `\\`, `a\tb`, `"quoted"`, `{1,2}`, "NULL", "", " ", "\x01\x7f", "é\u2028😀", "a\x00b", `back\`,
}

func TestLoadedRowsHaveTheTextsOfWrittenOnes(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for i, text := range hostileTexts {
		logged, err := json.Marshal(map[string]string{"note": text})
		must(t, err)
		events = append(events, transaction.Recorded{
			ID: int64(i + 1), ClientID: 7, TransactionID: fmt.Sprint("TRX-", i, text), ExternalID: text, Total: rupiah.Of("10.25"),
			Status: "PAID", TransactionLog: logged, At: after(i),
		})
	}
	history := log(events...)
	want := contents(t, replayed(t, 5, history))
	equal(t, "loaded", contents(t, loaded(t, 5, history)), want)
}

func TestALoadThatFailsLeavesTheSessionUsable(t *testing.T) {
	t.Parallel()
	db := database(t)
	s := engine.NewLoadingSession(db)
	defer s.Close()
	twice := log(
		transaction.Recorded{ID: 1, ClientID: 7, TransactionID: "T", Total: rupiah.Of("1"), Status: "PAID", At: noon},
		transaction.Recorded{ID: 1, ClientID: 7, TransactionID: "T", Total: rupiah.Of("1"), Status: "PAID", At: noon},
	)
	apply := func(i int) error {
		return s.Transact(t.Context(), func(tx *engine.Tx) error { return paymentrows.Transactions{}.Apply(t.Context(), tx, twice[i:i+1]) })
	}
	must(t, apply(0))
	if err := apply(1); err == nil || engine.Transient(err) {
		t.Errorf("a row that is there already: %v, want an error of the row", err)
	}
	twice[1].Event = transaction.Recorded{ID: 2, ClientID: 7, TransactionID: "U", Total: rupiah.Of("1"), Status: "PAID", At: noon}
	must(t, apply(1))
	var rows int
	must(t, db.QueryRowContext(t.Context(), `SELECT count(*) FROM transactions`).Scan(&rows))
	equal(t, "rows", rows, 2)
}
