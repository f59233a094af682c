package merchantapi

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain/ledger"
	"gateway/http/api"
	"gateway/projections/audit/books"

	"github.com/shopspring/decimal"
	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"
)

func TestABalanceHistoryIsWrittenAsTheStandardLibraryWritesIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string { return rapid.String().Draw(t, name) }
		amount := func(name string) decimal.Decimal { return decimal.New(rapid.Int64().Draw(t, name), -2) }
		at := func(name string) time.Time { return time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, name)).UTC() }
		h := provenHistory{Checkpoint: text("checkpoint"), Key: text("key"), Lines: []provenMovement{}}
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			m := provenMovement{
				Movement: books.Movement{
					Position: rapid.Int64().Draw(t, "position"), At: at("at"), Kind: text("kind"), Reference: text("reference"),
					Amount: amount("amount"), BalanceAfter: amount("after"), Who: text("who"), ApprovedBy: text("approved_by"), Why: text("why"),
					ValueDate: at("value_date"),
				},
				Leaf: rapid.Int64().Draw(t, "leaf"),
				Event: api.ProvenEvent{
					Data: `{"a":"` + text("data") + `"}`, ID: text("id"), Metadata: text("metadata"), Revision: rapid.Int64().Draw(t, "revision"),
					Stream: text("stream"), Type: text("type"),
				},
			}
			for range rapid.IntRange(0, 2).Draw(t, "postings") {
				m.Postings = append(m.Postings, ledger.Posting{Account: text("account"), Amount: amount("posting")})
			}
			if rapid.Bool().Draw(t, "proof") {
				m.Proof = []tlog.Hash{{1, 2, 3}, tlog.RecordHash([]byte(m.Kind))}
			}
			h.Lines = append(h.Lines, m)
		}
		want, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.AppendJSON(nil); err != nil || string(got) != string(want) {
			t.Fatalf("got  %s (%v)\nwant %s", got, err, want)
		}
	})
}
