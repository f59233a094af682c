package readmodel_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/feedrows"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
)

// bodies returns the entries of a client.
func bodies(t *testing.T, q *readmodel.Queries, clientID int64, types ...string) []feedrows.ClientEvent {
	t.Helper()
	entries, err := q.ClientEvents(t.Context(), clientID, 0, 1_000_000, types, 1000)
	must(t, err)
	return entries
}

func TestAnEntryHasWhatTheMatchingGETGaveAtTheEvent(t *testing.T) {
	t.Parallel()
	i := invoice(1, "order")
	steps := []domain.Event{
		payment.Requested{Identity: i, ExpiresAt: after(60), At: after(0)},
		payment.Opened{Identity: i, ProviderID: "aa", InvoiceURL: "https://pay.test/1", ExpiresAt: after(60), At: after(1)},
		payment.Expired{Identity: i, ProviderID: "aa", PreviousStatus: "PENDING", At: after(2)},
		paid(i, "EXPIRED", 5),
		settled(i, 9),
		balance.WithdrawalRequested{Order: order(balance.Withdrawal, 1), Movement: at(10)},
		balance.PayoutApproved{Order: order(balance.Withdrawal, 1), By: "admin:1", At: after(11)},
		balance.PayoutFailed{Order: order(balance.Withdrawal, 1), Movement: at(12), Reason: "no such account"},
	}
	want := map[int]func(ctx context.Context, q *readmodel.Queries) (any, error){}
	transactionRow := func(ctx context.Context, q *readmodel.Queries) (any, error) {
		row, err := q.Transaction(ctx, 7, i.ID)
		return row.Single(), err
	}
	payoutRow := func(ctx context.Context, q *readmodel.Queries) (any, error) {
		return q.Payout(ctx, balance.Withdrawal, 1)
	}
	for n := range steps {
		want[n] = transactionRow
		if n >= 5 {
			want[n] = payoutRow
		}
	}
	db := database(t)
	q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
	seen := 0
	for n, env := range log(steps...) {
		applyOne(t, db, env)
		entries := bodies(t, q, 7)
		if len(entries) == seen {
			continue // opened
		}
		seen = len(entries)
		get, err := want[n](t.Context(), q)
		must(t, err)
		text, err := json.Marshal(get)
		must(t, err)
		equal(t, steps[n].EventType(), string(entries[seen-1].Data), string(text))
		equal(t, "ordinal", entries[seen-1].Ordinal, int64(seen))
	}
	equal(t, "entries", seen, 7)
}

// applyOne applies one more event to all models.
func applyOne(t *testing.T, db *sql.DB, env eventstore.Envelope) {
	t.Helper()
	s := engine.NewSession(db)
	defer s.Close()
	must(t, s.Transact(t.Context(), func(tx *engine.Tx) error {
		for _, m := range readmodel.All() {
			must(t, m.Apply(t.Context(), tx, []eventstore.Envelope{env}))
		}
		return nil
	}))
}

func TestEntriesAreTheSameHoweverTheLogIsBatched(t *testing.T) {
	t.Parallel()
	events := log(mixedHistory(5, 40)...)
	read := func(size int) (all []string) {
		db := database(t)
		apply(t, db, size, events)
		q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
		for client := range int64(10) {
			for n, e := range bodies(t, q, client) {
				if e.Ordinal != int64(n+1) {
					t.Fatalf("client %d: ordinal %d after %d", client, e.Ordinal, n)
				}
				text, err := json.Marshal(e)
				must(t, err)
				all = append(all, fmt.Sprint(client, " ", string(text)))
			}
		}
		return all
	}
	one := read(1)
	if len(one) < 100 {
		t.Fatalf("%d entries", len(one))
	}
	equal(t, "batches of 7", read(7), one)
	equal(t, "one batch", read(len(events)), one)
}

func TestTicketsAndTheProfileAreEntriesToo(t *testing.T) {
	t.Parallel()
	credit := credited(7, "100.5", "0")
	credit.After = ledger.Totals{Available: rupiah.Of("100.5")}
	events := []domain.Event{
		account.Registered{ClientID: 7, Code: "C7", Name: "Toko", Email: "a@m.test", At: after(0)},
		account.Approved{ClientID: 7, At: after(1)},
		credit,
		ticket.Opened{TicketID: 3, ClientID: 7, Subject: "S", Description: "D", Category: "bug", Priority: "low", At: after(2)},
		ticket.Replied{TicketID: 3, ClientID: 7, ReplyID: 1, Message: "hello", IsAdmin: true, PreviousStatus: "open", At: after(3)},
		account.SettingsChanged{ClientID: 7, AutoApproveWithdrawal: true, At: after(4)},
		account.AutoApprovalPaused{ClientID: 7, Until: after(60), At: after(5)},
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		entries := bodies(t, q, 7)
		var types string
		for _, e := range entries {
			types += e.Type + " " + e.Resource + "; "
		}
		equal(t, "entries", types, "account.updated account; ticket.answered tickets/3; account.updated account; account.updated account; ")
		var paused, changed map[string]any
		must(t, json.Unmarshal(entries[2].Data, &changed))
		must(t, json.Unmarshal(entries[3].Data, &paused))
		equal(t, "before the pause", changed["is_auto_approve_withdrawal"], any(true))
		equal(t, "in the pause", paused["is_auto_approve_withdrawal"], any(false))
		equal(t, "withdrawable", changed["saldo_yang_bisa_ditarik"], any(100.5))
		equal(t, "of two types", len(bodies(t, q, 7, "ticket.answered", "invoice.paid")), 1)
		heads, err := q.ClientEventHeads(t.Context(), []int64{7, 8})
		must(t, err)
		equal(t, "heads", heads, map[int64]int64{7: 4})
		_, err = q.ClientEventID(t.Context(), 7, 5)
		wantNotFound(t, err)
	})
}
