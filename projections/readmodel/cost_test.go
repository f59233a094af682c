package readmodel_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/searchrows"
	"gateway/projections/readmodel/withholdingrows"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
)

// The clients of the large tables. One has a thousand rows in each table, the other forty times as many. The
// newest rows alternate between them.
const (
	smallClient = 1
	largeClient = 2
	small       = 1_000
	large       = 40_000
)

// fillTables inserts a row for each row of the view numbered. One row in fifty is open.
const fillTables = `
INSERT INTO transactions (id, position, client_id, app_id, transaction_id, external_id, channel, channel_code, total, status,
		metadata, transaction_log, provider_id, opened_at, expires_at, created_at, updated_at, day, code_asked)
	SELECT i, i, c, 1, 'INV-' || i, 'order-' || i, 'va', 'BCA', 1 + i % 7, CASE WHEN i % 100 < 2 THEN 'PENDING' ELSE 'PAID' END,
		'null', 'null', 'p' || i, CASE WHEN i % 200 < 2 THEN now() END, now() + i * interval '1 s', now() + i * interval '1 s', now(), '', 'BCA' FROM numbered;
UPDATE transactions SET va_number = '8808' || id, connection = CASE WHEN id % 10 = 0 THEN 'doku-1' ELSE 'xendit' END,
	cancelled = CASE WHEN id % 1000 < 2 THEN true END, replaced_by = CASE WHEN id % 1000 < 2 THEN 'INV-1' END, open_suspense = CASE WHEN id % 1000 < 2 THEN 1 ELSE 0 END;
INSERT INTO transaction_states SELECT id, position, client_id, channel, status, expires_at, opened_at, open_suspense, connection, created_at, total FROM transactions ORDER BY id;
INSERT INTO transaction_metadata SELECT id, 'order', client_id, id, created_at, position FROM transactions ORDER BY id;
INSERT INTO transaction_metadata SELECT id, 'shop', client_id, 'web', created_at, position FROM transactions ORDER BY id;
INSERT INTO transaction_counts SELECT client_id, channel, status, count(*) FROM transactions GROUP BY 1, 2, 3;
INSERT INTO callbacks (id, position, client_id, kind, subject, event, resource, url, created_at, payload, status, next_attempt_at, last_failed)
	SELECT 'cb' || i, i, c, 'payment', 'INV-' || i, 'invoice.paid', 'transactions/INV-' || i, '', now() + i * interval '1 s', '{}', CASE WHEN i % 100 < 2 THEN 'pending' ELSE 'delivered' END,
		CASE WHEN i % 100 < 2 THEN now() + i * interval '1 s' END, i % 2 = 0 FROM numbered;
INSERT INTO client_events SELECT c, i, i, md5(i::text)::uuid, CASE WHEN i % 100 < 2 THEN 'invoice.paid' ELSE 'transaction.created' END, '', now(), '{}' FROM numbered;
INSERT INTO client_event_heads SELECT i, i, 0, 0 FROM numbered;
INSERT INTO client_event_objects SELECT 'transaction', i, '{}' FROM numbered;
INSERT INTO callback_counts SELECT client_id, status, count(*) FROM callbacks GROUP BY 1, 2;
INSERT INTO retried_callback_counts (client_id, status, n) SELECT client_id, 'pending', count(*) FROM callbacks WHERE retried GROUP BY 1;
INSERT INTO callback_attempts SELECT id, 1, now(), 200, '', 1 FROM callbacks;
INSERT INTO payouts (kind, id, position, client_id, external_id, jumlah, biaya_penarikan, total, status, by, bank, norek,
		account_holder, connection, decided_at, created_at, updated_at)
	SELECT 'withdrawal', i, i, c, 'WD-' || i, 1 + i % 7, 1, 2, CASE WHEN i % 100 < 2 THEN 'processing' ELSE 'completed' END, '', '', '', '',
		CASE WHEN i % 10 = 0 THEN 'doku-1' ELSE 'xendit' END, CASE WHEN i % 100 > 1 THEN now() + i * interval '1 s' END,
		now() + i * interval '1 s', now() FROM numbered;
INSERT INTO bank_account_changes SELECT i % 4000, i, '', now() FROM numbered;
INSERT INTO payouts (kind, id, position, client_id, external_id, jumlah, biaya_penarikan, total, status, by, bank, norek, account_holder, created_at, updated_at)
	SELECT 'settlement', i, 100000 + i, c, 'ST-' || i, 1, 1, 2, 'pending', '', '', '', '', now() + i * interval '1 s', now() FROM numbered
	WHERE i % 100 < 2;
INSERT INTO payment_customers SELECT i, c, i, 'Budi Toko' || i, '+62812' || i FROM numbered;
INSERT INTO payment_customer_words SELECT 'budi', i, i FROM numbered;
INSERT INTO payment_customer_words SELECT 'toko' || i, i, i FROM numbered;
INSERT INTO payout_counts SELECT kind, status, count(*) FROM payouts GROUP BY 1, 2;
INSERT INTO client_payout_counts SELECT client_id, kind, status, count(*) FROM payouts GROUP BY 1, 2, 3;
INSERT INTO clients (id, position, kode, nama, email, status, password_hash, created_at)
	SELECT i, i, 'K' || i, 'Toko ' || i, i || '@m.test', CASE WHEN i % 100 < 2 THEN 'pending' ELSE 'approved' END, '', now() FROM numbered;
INSERT INTO client_counts SELECT status, count(*) FROM clients GROUP BY 1;
INSERT INTO balances SELECT id, 0, 0, 0, 0, CASE WHEN id % 4000 = 0 THEN -1 ELSE 0 END, now() FROM clients;
INSERT INTO movement_blocks SELECT i / 20000, i, 1000, i * 1000, i, i, i * 1000 + 999 FROM numbered;
INSERT INTO account_totals SELECT 'account ' || i % 4, i, i, i, 1 FROM numbered;
INSERT INTO hourly_sums SELECT i / 20000, 'payments', '11', now() + i * interval '1 h', i, 1, 1, 1, 1 FROM numbered;
INSERT INTO fee_charges SELECT i / 20000, '11', now() + i * interval '1 h', now() + i * interval '1 h', 1, 1 FROM numbered;
INSERT INTO fee_origins SELECT 'credit/' || i, now(), '11' FROM numbered;
INSERT INTO connection_hours SELECT 'doku-' || i % 4, now() - i * interval '1 h', 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1 FROM numbered;
INSERT INTO newest_hour SELECT true, now();
INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state) VALUES ('hourly_sums', '', 1, 1, 'live');
INSERT INTO booking_times SELECT i, i, now() + i * interval '1 min' FROM numbered;
INSERT INTO fees_to_estimate SELECT 'doku-' || i % 4, 'PAYMENT', 'INV-' || i, 'p', CASE WHEN i % 100 < 2 THEN 'QRIS' ELSE 'BCA' END, 1, now(), i,
	'doku-' || i % 4 || CASE WHEN i % 100 < 2 THEN ' QRIS' ELSE ' BCA' END FROM numbered;
INSERT INTO aging_entries SELECT (ARRAY['receivable', 'suspense'])[1 + i % 2], i, i, 0, '', 1, now() + i * interval '1 h',
	CASE WHEN i % 500 > 1 THEN now() + (i + 1) * interval '1 h' END, false FROM numbered;
INSERT INTO write_offs SELECT 'WOF-' || i, i, c, 2, now(), '', '', '', now() + (i - 39990) * interval '1 h', CASE WHEN i % 100 < 2 THEN 1 ELSE 2 END, NULL,
	CASE WHEN i % 100 < 2 THEN 'open' ELSE 'recovered' END FROM numbered;
INSERT INTO write_off_recoveries SELECT 'WOF-' || i, c, i, i, 'INV-' || i, 1, now() FROM numbered;
INSERT INTO write_off_counts SELECT client_id, status, count(*) FROM write_offs GROUP BY 1, 2;
INSERT INTO write_off_sums SELECT status, count(*), sum(amount), sum(recovered) FROM write_offs GROUP BY 1;
INSERT INTO treasury SELECT i, i, 'top_up', 1, '2026-01-31', 'r' || i, '', '', '', '', now() + i * interval '1 h' FROM numbered;
INSERT INTO bank_days SELECT '77', to_char(date '2026-01-01' + i, 'YYYY-MM-DD'), i, 'mt940', '', 1, 1, '', now() FROM generate_series(1, 730) i;
INSERT INTO bank_sums SELECT 'books', 'matched', to_char(date '2026-01-01' + i, 'YYYY-MM-DD'), '0001-01-01', 1, 1 FROM generate_series(1, 730) i;
INSERT INTO bank_sums SELECT 'bank', CASE WHEN i % 2 = 0 THEN 'unmatched' ELSE 'matched' END, to_char(date '2026-01-01' + i / 2, 'YYYY-MM-DD'), '0001-01-01',
	CASE WHEN i % 14 = 0 THEN 1 ELSE 0 END, 1 FROM generate_series(2, 1461) i;
INSERT INTO bank_lines SELECT 'l' || i, i, '77', to_char(date '2026-01-01' + i / 50, 'YYYY-MM-DD'), '2026-01-31', 1, '', 1,
	CASE WHEN i % 100 < 2 THEN 'unmatched' ELSE 'matched' END, '', '', '', now() FROM numbered;
INSERT INTO bank_line_counts SELECT status, count(*) FROM bank_lines GROUP BY 1;
INSERT INTO bank_bookings SELECT 'b' || i, i, 'top_up', '', 0, i % 1000, '2026-01-31', now(), CASE WHEN i % 100 < 2 THEN '' ELSE 'l' || i END, now() FROM numbered;
INSERT INTO api_keys SELECT id, id, false, '', 'hash' || id, '', '[]', '[]', now(), NULL, '', id, CASE WHEN id % 4000 = 0 THEN now() END FROM clients;
INSERT INTO activity SELECT c, i, now(), '', '', '', '', '{}' FROM numbered;
INSERT INTO activity_counts SELECT client_id, 'all', count(*) FROM activity GROUP BY 1;
INSERT INTO apps SELECT id, id, '', '', '', '', '', now() FROM clients;
INSERT INTO app_fees SELECT id, 'BCA', id, 1, 1, true, now() FROM clients;
INSERT INTO suspense SELECT i, i, c, 'INV-' || i, '', '', 1, 1 + i % 7, now(), '', '', CASE WHEN i % 100 < 2 THEN 'open' ELSE 'released' END,
	'', '', now() + i * interval '1 s', now() FROM numbered;
INSERT INTO reversals SELECT 'INV-' || i, 'rv-' || i, i, c, '', 1, 0, '', '', '', CASE WHEN i % 100 < 2 THEN 'waiting' ELSE 'posted' END, '', now(), now() FROM numbered;
INSERT INTO payment_reports SELECT 'INV-' || i, 'PAID p', i, c, '', 'p', 'PAID', 1, CASE WHEN i % 2 = 0 THEN 'PAID' ELSE 'PENDING' END, CASE WHEN i % 1000 < 2 THEN '' ELSE 'not_confirmed' END,
	now() - CASE WHEN i % 100 = 3 THEN interval '1 h' ELSE interval '1 year' END FROM numbered;
INSERT INTO reversal_counts SELECT status, count(*) FROM reversals GROUP BY 1;
INSERT INTO approvals SELECT i, i, 'payout.approve', '', '', 1, '', '', CASE WHEN i % 100 < 2 THEN 'requested' ELSE 'done' END,
	now() + i * interval '1 s', now() + i * interval '1 s' FROM numbered;
INSERT INTO approval_counts SELECT status, count(*) FROM approvals GROUP BY 1;
INSERT INTO audit_log SELECT i, now() + i * interval '1 h', 'admin:' || i % 400, '', 'payout.approved', 'withdrawals/' || i, i / 10, '', '{}', '' FROM numbered;
INSERT INTO trails SELECT 'withdrawals/' || i, i, 'balance-' || c, i FROM numbered;
INSERT INTO holds SELECT 'INV-' || i, 0, c, 1, now() + i * interval '1 s', '' FROM numbered;
INSERT INTO hold_days SELECT c, to_char(date '2026-01-01' + i, 'YYYY-MM-DD'), 1 FROM generate_series(0, 3) i, (SELECT DISTINCT c FROM numbered) x;
INSERT INTO payment_days SELECT client, to_char(date '2026-01-01' + i, 'YYYY-MM-DD'), channel, '', '', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
	FROM generate_series(0, 364) i, generate_series(1, 50) client, unnest(ARRAY['', 'qris', 'va']) channel;
INSERT INTO payment_days SELECT -1, day, '', '', 'xendit', sum(created), 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM payment_days WHERE channel = '' GROUP BY 2;
INSERT INTO mails SELECT 'ml' || i, c, '', '', '{}', '{}', CASE WHEN i % 1000 < 2 THEN 'pending' ELSE 'sent' END, 1, '',
	now() + i * interval '1 s', now(), now() FROM numbered;
INSERT INTO people SELECT i, 1 + i / 10, i || '@m.test', 'viewer', 'active', false, now() FROM numbered;
INSERT INTO suspense_counts SELECT status, count(*) FROM suspense GROUP BY 1;
INSERT INTO tickets SELECT i, i, c, '', '', '', '', CASE WHEN i % 100 < 2 THEN 'open' ELSE 'closed' END, now(), now() FROM numbered;
INSERT INTO ticket_counts SELECT client_id, status, count(*) FROM tickets GROUP BY 1, 2;
INSERT INTO ticket_replies SELECT i, i, i, '', true, now() FROM numbered;
INSERT INTO refunds (id, position, client_id, external_id, transaction_id, payment_id, amount, fee, method, status, reason, to_account, metadata,
		connection, channel_code, provider_id, created_at, updated_at)
	SELECT i, i, c, 'RF-' || i, 'INV-' || i, 'p' || i, 1 + i % 7, 0, 'refund', CASE WHEN i % 1000 < 2 THEN 'pending' ELSE 'succeeded' END, '', 'null', 'null',
		'xendit', 'QRIS', 'r' || i, now() + i * interval '1 s', now() FROM numbered;
INSERT INTO refund_counts SELECT status, count(*) FROM refunds GROUP BY 1;
INSERT INTO client_refund_counts SELECT client_id, status, count(*) FROM refunds GROUP BY 1, 2;
INSERT INTO disputes SELECT i, i, c, 'INV-' || i, '', 'd' || i, 'xendit', 'QRIS', 1, '', '', CASE WHEN i % 100 < 2 THEN 'needs_response' ELSE 'won' END,
	now() + i * interval '1 minute', NULL, NULL, '[]', NULL, NULL, now(), now() FROM numbered;
INSERT INTO dispute_counts SELECT client_id, status, count(*) FROM disputes GROUP BY 1, 2;
INSERT INTO withholding_slips SELECT i, i, c, 'N' || i, '2025-12', 50, 1, '', '', '', '', 1, 1, '', CASE WHEN i % 100 < 2 THEN 'pending' ELSE 'approved' END,
	NULL, NULL, now(), now() FROM numbered;
INSERT INTO withholding_slip_counts SELECT client_id, status, count(*) FROM withholding_slips GROUP BY 1, 2;

INSERT INTO documents SELECT i, i, c, 'npwp', '', '', '', 1, 1, '', CASE WHEN i % 100 < 2 THEN 'waiting' ELSE 'accepted' END, NULL, '',
	CASE WHEN i % 100 < 2 THEN NULL ELSE now() + i * interval '1 s' END, now(), now() FROM numbered;
INSERT INTO document_counts SELECT client_id, status, count(*) FROM documents GROUP BY 1, 2;
INSERT INTO proposals SELECT i, i, c, '', '', '', '', '', CASE WHEN i % 100 < 2 THEN 'new' ELSE 'read' END, now() FROM numbered;
INSERT INTO proposal_counts SELECT status, count(*) FROM proposals GROUP BY 1;`

func largeTables(t testing.TB) (*sql.DB, *readmodel.Queries) {
	t.Helper()
	db := database(t)
	db.SetMaxOpenConns(1) // the temporary view and the statistics belong to the session
	_, err := db.Exec(fmt.Sprintf(`CREATE TEMPORARY VIEW numbered AS
		SELECT i, CASE WHEN i > %d AND i %% 2 = 0 THEN %d ELSE %d END AS c FROM generate_series(1, %d) AS i`,
		large-2*small, smallClient, largeClient, large))
	must(t, err)
	must(t, errOf2(db.Exec(fillTables)))
	return db, readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
}

func errOf2(_ any, err error) error { return err }

// isFound accepts ErrNotFound as an answer, because no row of these tables is a recorded transaction.
func isFound(err error) error {
	if errors.Is(err, readtable.ErrNotFound) {
		return nil
	}
	return err
}

// cost returns how many blocks of tables and indexes a query reads, and how many sequential scans it makes on
// large tables.
func cost(t testing.TB, db *sql.DB, query func(ctx context.Context) error) (blocks, scans int) {
	t.Helper()
	blocksBefore, scansBefore := accesses(t, db)
	must(t, query(t.Context()))
	blocks, scans = accesses(t, db)
	return blocks - blocksBefore, scans - scansBefore
}

func accesses(t testing.TB, db *sql.DB) (blocks, scans int) {
	t.Helper()
	must(t, errOf2(db.Exec(`SELECT pg_stat_force_next_flush()`)))
	must(t, errOf2(db.Exec(`SELECT pg_stat_clear_snapshot()`)))
	must(t, db.QueryRow(`SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) FROM pg_statio_user_tables
		WHERE schemaname = 'public'`).Scan(&blocks))
	must(t, db.QueryRow(`SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE n_live_tup > 1000`).Scan(&scans))
	return blocks, scans
}

func TestQueriesOnLargeTablesAreCheap(t *testing.T) {
	t.Parallel()
	db, q := largeTables(t)
	t.Run("no query reads a table from end to end, even before there are statistics of it", func(t *testing.T) {
		noQueryScans(t, db, q)
	})
	must(t, errOf2(db.Exec(`VACUUM ANALYZE`)))
	t.Run("nor with statistics", func(t *testing.T) { noQueryScans(t, db, q) })
	// The gateway's connections use generic plans, too, once a query has run often.
	must(t, errOf2(db.Exec(`SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off`)))
	t.Run("nor with a plan for any arguments", func(t *testing.T) { noQueryScans(t, db, q) })
	must(t, errOf2(db.Exec(`RESET plan_cache_mode; RESET enable_seqscan`)))
	t.Run("the first page costs the same however long the list", func(t *testing.T) { firstPagesCostTheSame(t, db, q) })
}

func noQueryScans(t *testing.T, db *sql.DB, q *readmodel.Queries) {
	queries := everyQuery(q)
	for name, list := range lists(q) {
		for _, clientID := range []int64{smallClient, largeClient} {
			queries[fmt.Sprintf("%s, of client %d", name, clientID)] = func(ctx context.Context) error { return list(ctx, clientID) }
		}
	}
	for name, query := range queries {
		blocks, scans := cost(t, db, query)
		most := 150
		switch {
		case strings.Contains(name, "channel and status"):
			// An index has one of the two columns and skips rows without the other. Until a vacuum has run,
			// it reads each of those rows.
			most = 2_000
		case strings.Contains(name, "two members"):
			most = 1_000 // the entries of the index on both columns
		case name == "OpenPayments":
			most = 1_000 // it counts each open payment, and visits its row until a vacuum has run
		case name == "OpenBankBookings":
			most = 1_000 // it counts each open booking, and visits its row until a vacuum has run
		case name == "DoneBefore":
			most = 450 // it reads the index alone, and visits the rows until a vacuum has run
		case name == "PayoutsIn a connection":
			most = 1_100 // the newest 1,000 rows
		case strings.HasPrefix(name, "Search of"):
			most = 350 // more than twenty queries; for a number also the newest rows of three lists
		}
		if scans > 0 || blocks > most {
			t.Errorf("%s: %d blocks, %d sequential scans", name, blocks, scans)
		}
	}
}

func everyQuery(q *readmodel.Queries) map[string]func(context.Context) error {
	page, now := readtable.Page{Number: 1, PerPage: 15}, time.Now().Add(time.Hour)
	soon := time.Now().Add((large - 20) * time.Second) // 20 rows are newer
	oldest, ofAmount := readtable.Selection{Sort: readtable.SortOldest}, readtable.Selection{AmountFrom: new(rupiah.Of("2")), Sort: readtable.SortAmountDown}
	return map[string]func(context.Context) error{
		"PaymentDays": func(ctx context.Context) error { return errOf2(q.PaymentDays(ctx, 7, "2026-03-01", "2026-04-29")) },
		"PaymentChannels": func(ctx context.Context) error {
			return errOf2(q.PaymentChannels(ctx, 7, "2026-03-01", "2026-03-30"))
		},
		"PaymentConnections": func(ctx context.Context) error {
			return errOf2(q.PaymentConnections(ctx, "2026-03-01", "2026-04-29"))
		},
		"PaymentClients": func(ctx context.Context) error {
			return errOf2(q.PaymentClients(ctx, []string{"2026-03-01", "2026-03-02"}, 10))
		},
		"HoldDays": func(ctx context.Context) error { return errOf2(q.HoldDays(ctx, largeClient)) },
		"Transactions held": func(ctx context.Context) error {
			f := paymentrows.TransactionFilter{ClientID: largeClient, HeldFrom: now, HeldTo: now.Add(3 * time.Second)}
			return errOf3(q.Transactions(ctx, f, page))
		},
		"Client": func(ctx context.Context) error { return errOf2(q.Client(ctx, largeClient)) },

		"ClientsIn": func(ctx context.Context) error {
			return errOf3(q.ClientsIn(ctx, clientrows.TroubleReceivable, "", page))
		},
		"ClientsIn an endpoint": func(ctx context.Context) error {
			return errOf3(q.ClientsIn(ctx, clientrows.TroubleEndpoint, "approved", page))
		},
		"ClientsIn a key":     func(ctx context.Context) error { return errOf3(q.ClientsIn(ctx, clientrows.TroubleOrphan, "", page)) },
		"ClientNames":         func(ctx context.Context) error { return errOf2(q.ClientNames(ctx, []int64{smallClient, largeClient})) },
		"EndedAccess":         func(ctx context.Context) error { return errOf2(q.EndedAccess(ctx, now)) },
		"Activity":            func(ctx context.Context) error { return errOf3(q.Activity(ctx, largeClient, page)) },
		"KeyByHash":           func(ctx context.Context) error { return errOf2(q.KeyByHash(ctx, "hash77")) },
		"Keys":                func(ctx context.Context) error { return errOf2(q.Keys(ctx, 77)) },
		"Apps":                func(ctx context.Context) error { return errOf2(q.Apps(ctx, 77)) },
		"App":                 func(ctx context.Context) error { return errOf2(q.App(ctx, 77)) },
		"AppsWithFees":        func(ctx context.Context) error { return errOf2(q.AppsWithFees(ctx, 77)) },
		"AppFees":             func(ctx context.Context) error { return errOf2(q.AppFees(ctx, 77, 77)) },
		"Reversals":           func(ctx context.Context) error { return errOf3(q.Reversals(ctx, "", page)) },
		"Reversal":            func(ctx context.Context) error { return errOf2(q.Reversal(ctx, "rv-77")) },
		"Reversals waiting":   func(ctx context.Context) error { return errOf3(q.Reversals(ctx, paymentrows.ReversalWaiting, page)) },
		"Approval":            func(ctx context.Context) error { return errOf2(q.Approval(ctx, 77)) },
		"Approvals":           func(ctx context.Context) error { return errOf3(q.Approvals(ctx, "", page)) },
		"Approvals by status": func(ctx context.Context) error { return errOf3(q.Approvals(ctx, "requested", page)) },
		"DueNotices":          func(ctx context.Context) error { return errOf2(q.DueNotices(ctx, "payout_done", now, 10)) },
		"DueNoticesOf":        func(ctx context.Context) error { return errOf2(q.DueNoticesOf(ctx, largeClient, "attention", now, 10)) },
		"ClientsToTell": func(ctx context.Context) error {
			return errOf2(q.ClientsToTell(ctx, "attention", "2026-01-05", now, 0, 10))
		},
		"PaidClients": func(ctx context.Context) error {
			return errOf2(q.PaidClients(ctx, "weekly_summary", "2026-01-05", "2026-01-12", 0, 10))
		},
		"HeldUntil":         func(ctx context.Context) error { return errOf2(q.HeldUntil(ctx, smallClient, now)) },
		"DueApprovals":      func(ctx context.Context) error { return errOf2(q.DueApprovals(ctx, now, 10)) },
		"WaitingForPersons": func(ctx context.Context) error { return errOf2(q.WaitingForPersons(ctx, "2027-12-01")) },
		"PaymentReportsIn": func(ctx context.Context) error {
			return errOf3(q.PaymentReportsIn(ctx, payoutrows.TroubleContradicted, now, readtable.Page{Number: 1, PerPage: 15}))
		},
		"RefundsForPersons": func(ctx context.Context) error { return errOf2(q.RefundsForPersons(ctx, now)) },
		"ReportsForPersons": func(ctx context.Context) error { return errOf2(q.ReportsForPersons(ctx, now)) },
		"Figures":           func(ctx context.Context) error { return errOf2(q.Figures(ctx)) },
		"ApprovalBacklog":   func(ctx context.Context) error { return errOf3(q.ApprovalBacklog(ctx)) },
		"FeesToEstimate": func(ctx context.Context) error {
			return errOf2(q.FeesToEstimate(ctx, []string{"doku-1 QRIS", "doku-1 payout"}, 15))
		},
		"HoldsUntil": func(ctx context.Context) error { return errOf2(q.HoldsUntil(ctx, now, paymentrows.HoldCursor{}, 15)) },
		"Search of a customer": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "budi toko77", searchrows.SearchFilter{Customers: true}))
		},
		"Search of a common name": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "budi", searchrows.SearchFilter{Customers: true}))
		},
		"Search of a customer's phone": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "0812-0000-77", searchrows.SearchFilter{Customers: true}))
		},
		"PayersOf":              func(ctx context.Context) error { return errOf2(q.PayersOf(ctx, []string{"INV-77"})) },
		"Search of a reference": func(ctx context.Context) error { return errOf2(q.Search(ctx, "order-77", searchrows.SearchFilter{})) },
		"Search of a client's": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "order-77", searchrows.SearchFilter{ClientID: largeClient}))
		},
		"Search of a begin that all have": func(ctx context.Context) error { return errOf2(q.Search(ctx, "order", searchrows.SearchFilter{})) },
		"Search of a begin that all of a client's have": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "order", searchrows.SearchFilter{ClientID: largeClient}))
		},
		"Search of a begin that a few of a client's have": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "order-3999", searchrows.SearchFilter{ClientID: smallClient}))
		},
		"Search of a client's payout": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "WD-77", searchrows.SearchFilter{ClientID: largeClient}))
		},
		"Search of a slip": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "N77", searchrows.SearchFilter{Slips: true}))
		},
		"Search of a client's slip": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "N77", searchrows.SearchFilter{ClientID: largeClient, Slips: true}))
		},
		"Search of a client's code":             func(ctx context.Context) error { return errOf2(q.Search(ctx, "K77", searchrows.SearchFilter{})) },
		"Search of the begin of clients' names": func(ctx context.Context) error { return errOf2(q.Search(ctx, "toko", searchrows.SearchFilter{})) },
		"Search of a number": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "0812345678", searchrows.SearchFilter{Tickets: true}))
		},
		"Search of an amount": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "1", searchrows.SearchFilter{Tickets: true}))
		},
		"Search of a client's amount": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "1", searchrows.SearchFilter{ClientID: smallClient}))
		},
		"Search of an address":     func(ctx context.Context) error { return errOf2(q.Search(ctx, "77@M.test", searchrows.SearchFilter{})) },
		"Search of the provider's": func(ctx context.Context) error { return errOf2(q.Search(ctx, "p77", searchrows.SearchFilter{})) },
		"Search of our reference": func(ctx context.Context) error {
			return errOf2(q.Search(ctx, "withdrawal-1-77-00c0ffee", searchrows.SearchFilter{}))
		},
		"Search of a callback":    func(ctx context.Context) error { return errOf2(q.Search(ctx, "cb77", searchrows.SearchFilter{})) },
		"Search of a VA number":   func(ctx context.Context) error { return errOf2(q.Search(ctx, "880877", searchrows.SearchFilter{})) },
		"Search of a transaction": func(ctx context.Context) error { return errOf2(q.Search(ctx, "INV-77", searchrows.SearchFilter{})) },
		"Trails": func(ctx context.Context) error {
			return errOf2(q.Trails(ctx, []string{"withdrawals/77", "suspense/5"}, 15))
		},
		"HeldTransactions":       func(ctx context.Context) error { return errOf2(q.HeldTransactions(ctx, largeClient, 15)) },
		"TransactionsInSuspense": func(ctx context.Context) error { return errOf2(q.TransactionsInSuspense(ctx, largeClient, 15)) },
		"RecordedTransaction": func(ctx context.Context) error {
			return isFound(errOf2(q.RecordedTransaction(ctx, "INV-77", 0)))
		},
		"RecordedTransaction of a client": func(ctx context.Context) error {
			return isFound(errOf2(q.RecordedTransaction(ctx, "INV-77", largeClient)))
		},
		"DueMails":               func(ctx context.Context) error { return errOf2(q.DueMails(ctx, now, 10)) },
		"Mail":                   func(ctx context.Context) error { return errOf2(q.Mail(ctx, "ml77")) },
		"MailBacklog":            func(ctx context.Context) error { return errOf3(q.MailBacklog(ctx)) },
		"People":                 func(ctx context.Context) error { return errOf2(q.People(ctx, 77)) },
		"Person":                 func(ctx context.Context) error { return errOf2(q.Person(ctx, 8, 77)) },
		"PersonByID":             func(ctx context.Context) error { return errOf2(q.PersonByID(ctx, 77)) },
		"PersonByEmail":          func(ctx context.Context) error { return errOf2(q.PersonByEmail(ctx, "77@M.test")) },
		"TransactionIDOf":        func(ctx context.Context) error { return errOf2(q.TransactionIDOf(ctx, "p77")) },
		"Transaction":            func(ctx context.Context) error { return errOf2(q.Transaction(ctx, largeClient, 77)) },
		"TransactionOfAny":       func(ctx context.Context) error { return errOf2(q.TransactionOfAny(ctx, "77")) },
		"TransactionOfAny, name": func(ctx context.Context) error { return errOf2(q.TransactionOfAny(ctx, "INV-77")) },
		"TransactionOfAny, none": func(ctx context.Context) error { return isFound(errOf2(q.TransactionOfAny(ctx, "999999"))) },
		"TransactionByExternal":  func(ctx context.Context) error { return errOf2(q.TransactionByExternal(ctx, largeClient, "order-77")) },
		"PaymentStatus":          func(ctx context.Context) error { return errOf2(q.PaymentStatus(ctx, largeClient, "INV-77")) },
		"PaymentStatus, theirs":  func(ctx context.Context) error { return errOf2(q.PaymentStatus(ctx, largeClient, "order-77")) },
		"PaymentByTransactionID": func(ctx context.Context) error { return errOf2(q.PaymentByTransactionID(ctx, "INV-77")) },
		"DuePayments to find": func(ctx context.Context) error {
			return errOf2(q.DuePayments(ctx, paymentrows.ToFind, now, paymentrows.PaymentCursor{}, 10))
		},
		"DuePayments to expire": func(ctx context.Context) error {
			return errOf2(q.DuePayments(ctx, paymentrows.ToExpire, now, paymentrows.PaymentCursor{}, 10))
		},
		"DuePayments to replace": func(ctx context.Context) error {
			return errOf2(q.DuePayments(ctx, paymentrows.ToReplace, now, paymentrows.PaymentCursor{}, 10))
		},
		"DuePayments to close": func(ctx context.Context) error {
			return errOf2(q.DuePayments(ctx, paymentrows.ToClose, now, paymentrows.PaymentCursor{}, 10))
		},
		"DuePayments to confirm": func(ctx context.Context) error {
			return errOf2(q.DuePayments(ctx, paymentrows.ToConfirm, now, paymentrows.PaymentCursor{}, 10))
		},
		"Payout":   func(ctx context.Context) error { return errOf2(q.Payout(ctx, balance.Withdrawal, 77)) },
		"PayoutOf": func(ctx context.Context) error { return errOf2(q.PayoutOf(ctx, largeClient, balance.Withdrawal, 77)) },
		"PayoutByExternal": func(ctx context.Context) error {
			return errOf2(q.PayoutByExternal(ctx, largeClient, balance.Withdrawal, "WD-77"))
		},
		"Waiting": func(ctx context.Context) error { return errOf3(q.Waiting(ctx, balance.Settlement, page)) },
		"DoneBefore": func(ctx context.Context) error {
			asked := make([]payoutrows.AdminPayout, page.PerPage)
			for i := range asked {
				asked[i].Kind, asked[i].ClientID, asked[i].CreatedAt = balance.Withdrawal, largeClient-int64(i%2), now.Add(time.Duration(i)*time.Minute)
			}
			return errOf2(q.DoneBefore(ctx, asked))
		},
		"DecisionTimes": func(ctx context.Context) error {
			return errOf2(q.DecisionTimes(ctx, balance.Withdrawal, now.Add(-time.Hour)))
		},
		"ClientsSince": func(ctx context.Context) error {
			return errOf2(q.ClientsSince(ctx, []int64{11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25}))
		},
		"DuePayouts": func(ctx context.Context) error { return errOf2(q.DuePayouts(ctx, large/2, 10)) },
		"Balance":    func(ctx context.Context) error { return errOf2(q.Balance(ctx, 77)) },
		"Balances of 16 clients at once": func(ctx context.Context) error {
			return errOf2(q.BalancesInOrder(ctx, []int64{1, 2, 77, 78, 79, 170, 171, 172, 273, 274, 275, 376, 377, 378, 379, 380}))
		},
		"RunningSums": func(ctx context.Context) error {
			return errOf2(q.RunningSums(ctx, 1, now.Add(25_000*time.Hour), now.Add(25_050*time.Hour)))
		},
		"AccountBlockAt":      func(ctx context.Context) error { return errOf2(q.AccountBlockAt(ctx, 20_000)) },
		"AccountTotalsBefore": func(ctx context.Context) error { return errOf2(q.AccountTotalsBefore(ctx, 20_000)) },
		"LastMovementBlocks":  func(ctx context.Context) error { return errOf2(q.LastMovementBlocks(ctx, 20_000, 100, 15)) },
		"TotalsThrough":       func(ctx context.Context) error { return errOf2(q.TotalsThrough(ctx)) },
		"MovementBlockAt":     func(ctx context.Context) error { return errOf2(q.MovementBlockAt(ctx, 1, 25_000)) },
		"MovementBlockOf":     func(ctx context.Context) error { return errOf2(q.MovementBlockOf(ctx, 1, 25_000_000)) },
		"BookedBy":            func(ctx context.Context) error { return errOf2(q.BookedBy(ctx, now.Add(large/2*time.Minute))) },
		"FeeCharges": func(ctx context.Context) error {
			return errOf2(q.FeeCharges(ctx, now.Add(25_000*time.Hour), now.Add(25_050*time.Hour)))
		},
		"FeeChargesOf": func(ctx context.Context) error {
			return errOf2(q.FeeChargesOf(ctx, 1, now.Add(25_000*time.Hour), now.Add(25_050*time.Hour)))
		},
		"FeeMonths": func(ctx context.Context) error {
			_, _, _, err := q.FeeMonths(ctx, smallClient)
			return err
		},
		"AgingEntries": func(ctx context.Context) error {
			return errOf2(q.AgingEntries(ctx, balancerows.AgingReceivable, now.Add(large*time.Hour)))
		},
		"WriteOff":    func(ctx context.Context) error { return errOf2(q.WriteOff(ctx, "WOF-77")) },
		"Recoveries":  func(ctx context.Context) error { return errOf2(q.Recoveries(ctx, "WOF-77")) },
		"RecoveredBy": func(ctx context.Context) error { return errOf2(q.RecoveredBy(ctx, largeClient, 77)) },
		"WriteOffs": func(ctx context.Context) error {
			return errOf3(q.WriteOffs(ctx, balancerows.WriteOffFilter{From: now.Add(-100 * time.Hour), To: now.Add(-50 * time.Hour)}, page))
		},
		"WriteOffs, all": func(ctx context.Context) error { return errOf3(q.WriteOffs(ctx, balancerows.WriteOffFilter{}, page)) },
		"WriteOffs by status": func(ctx context.Context) error {
			return errOf3(q.WriteOffs(ctx, balancerows.WriteOffFilter{Status: balance.WriteOffOpen}, page))
		},
		"WriteOffs of a client": func(ctx context.Context) error {
			return errOf3(q.WriteOffs(ctx, balancerows.WriteOffFilter{ClientID: smallClient}, page))
		},
		"WriteOffs, both": func(ctx context.Context) error {
			return errOf3(q.WriteOffs(ctx, balancerows.WriteOffFilter{ClientID: smallClient, Status: balance.WriteOffOpen}, page))
		},
		"BankLine":                    func(ctx context.Context) error { return errOf2(q.BankLine(ctx, "l77")) },
		"BankLines":                   func(ctx context.Context) error { return errOf3(q.BankLines(ctx, "", page)) },
		"BankLines that wait":         func(ctx context.Context) error { return errOf3(q.BankLines(ctx, "unmatched", page)) },
		"BankLines of a day":          func(ctx context.Context) error { return errOf3(q.BankLinesOfDay(ctx, "2026-03-03", "matched", page)) },
		"BankBooking":                 func(ctx context.Context) error { return errOf2(q.BankBooking(ctx, "b77")) },
		"OpenBankBookings":            func(ctx context.Context) error { return errOf3(q.OpenBankBookings(ctx, page)) },
		"OpenBankBookings of amounts": func(ctx context.Context) error { return errOf2(q.OpenBankBookingsOf(ctx, rupiah.Of("1"), 20)) },
		"OldestOpenBankLine":          func(ctx context.Context) error { return errOf3(q.OldestOpenBankLine(ctx)) },
		"TreasuryEntry":               func(ctx context.Context) error { return errOf2(q.TreasuryEntry(ctx, 77)) },
		"TreasuryEntries": func(ctx context.Context) error {
			_, _, err := q.TreasuryEntries(ctx, now.Add(large/2*time.Hour), now.Add((large/2+50)*time.Hour), page)
			return err
		},
		"AuditLog": func(ctx context.Context) error {
			return errOf3(q.AuditLog(ctx, auditlogrows.AuditFilter{From: now.Add(large / 2 * time.Hour), To: now.Add((large/2 + 50) * time.Hour)}, page))
		},
		"AuditLog of an administrator": func(ctx context.Context) error {
			return errOf3(q.AuditLog(ctx, auditlogrows.AuditFilter{Actor: "admin:77"}, page))
		},
		"AuditLog of a subject": func(ctx context.Context) error {
			return errOf3(q.AuditLog(ctx, auditlogrows.AuditFilter{Subject: "withdrawals/77"}, page))
		},
		"AuditLog of a client": func(ctx context.Context) error {
			return errOf3(q.AuditLog(ctx, auditlogrows.AuditFilter{Subject: "clients/77"}, page))
		},
		"PaymentContradictions": func(ctx context.Context) error { return errOf2(q.PaymentContradictions(ctx, 10)) },
		"PaymentReportBacklog":  func(ctx context.Context) error { return errOf3(q.PaymentReportBacklog(ctx)) },
		"SuspenseItem":          func(ctx context.Context) error { return errOf2(q.SuspenseItem(ctx, 77)) },
		"Callback":              func(ctx context.Context) error { return errOf2(q.Callback(ctx, "cb77")) },
		"LongestDown": func(ctx context.Context) error {
			if _, err := q.LongestDown(ctx); !errors.Is(err, readtable.ErrNotFound) {
				return err
			}
			return nil // none is down
		},
		"DueCallbacks":          func(ctx context.Context) error { return errOf2(q.DueCallbacks(ctx, now, 10, 10)) },
		"PaymentCallbackStatus": func(ctx context.Context) error { return errOf2(q.PaymentCallbackStatus(ctx, largeClient, "INV-77")) },

		"Clients":           func(ctx context.Context) error { return errOf3(q.Clients(ctx, "", page)) },
		"Clients by status": func(ctx context.Context) error { return errOf3(q.Clients(ctx, "pending", page)) },
		"Payouts": func(ctx context.Context) error {
			return errOf3(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Status: ""}, page))
		},
		"Payouts by status": func(ctx context.Context) error {
			return errOf3(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Status: "processing"}, page))
		},
		"PayoutsIn": func(ctx context.Context) error {
			return errOf3(q.PayoutsIn(ctx, payoutrows.FewFilter{Kind: balance.Withdrawal, Trouble: payoutrows.TroubleUnknown}, page))
		},
		"PayoutsIn a contradiction": func(ctx context.Context) error {
			return errOf3(q.PayoutsIn(ctx, payoutrows.FewFilter{
				Kind: balance.Withdrawal, Trouble: payoutrows.TroubleContradicted, ClientID: largeClient, Status: "processing",
			}, page))
		},
		"PayoutsIn a connection": func(ctx context.Context) error {
			return errOf3(q.PayoutsIn(ctx, payoutrows.FewFilter{Kind: balance.Withdrawal, Connection: "doku-1", ClientID: smallClient}, page))
		},
		"ConnectionSums":        func(ctx context.Context) error { return errOf2(q.ConnectionSums(ctx, "doku-1", now.AddDate(0, 0, -7))) },
		"AllConnectionSums":     func(ctx context.Context) error { return errOf2(q.AllConnectionSums(ctx, "doku-1")) },
		"OpenPayments":          func(ctx context.Context) error { return errOf2(q.OpenPayments(ctx)) },
		"CountPayoutsIn":        func(ctx context.Context) error { return errOf2(q.CountPayoutsIn(ctx, payoutrows.TroubleUnknown, "")) },
		"Callbacks":             func(ctx context.Context) error { return errOf3(q.Callbacks(ctx, "", 0, page)) },
		"Callbacks by status":   func(ctx context.Context) error { return errOf3(q.Callbacks(ctx, "pending", 0, page)) },
		"Callbacks of a client": func(ctx context.Context) error { return errOf3(q.Callbacks(ctx, "", smallClient, page)) },
		"ClientEvents":          func(ctx context.Context) error { return errOf2(q.ClientEvents(ctx, largeClient, 77, large, nil, 15)) },
		"ClientEvents of types": func(ctx context.Context) error {
			return errOf2(q.ClientEvents(ctx, largeClient, 77, large, []string{"invoice.paid", "ticket.answered"}, 15))
		},
		"ClientEventHeads": func(ctx context.Context) error { return errOf2(q.ClientEventHeads(ctx, []int64{77, 78})) },
		"ClientEventID":    func(ctx context.Context) error { return errOf2(q.ClientEventID(ctx, largeClient, 77)) },
		"Callbacks of a resource": func(ctx context.Context) error {
			return errOf3(q.CallbacksOf(ctx, largeClient, callbackrows.CallbackFilter{Resource: "transactions/INV-77"}, page))
		},
		"Callbacks of a time": func(ctx context.Context) error {
			return errOf3(q.CallbacksOf(ctx, largeClient, callbackrows.CallbackFilter{From: now.Add(large / 2 * time.Second), To: now.Add((large/2 + 50) * time.Second)}, page))
		},
		"RetriedForPersons":          func(ctx context.Context) error { return errOf2(q.RetriedForPersons(ctx)) },
		"Callbacks that are retried": func(ctx context.Context) error { return errOf3(q.RetriedCallbacks(ctx, "", 0, page)) },
		"Callbacks of a client that are retried": func(ctx context.Context) error {
			return errOf3(q.CallbacksOf(ctx, largeClient, callbackrows.CallbackFilter{Trouble: callbackrows.TroubleRetried}, page))
		},
		"CallbacksToResend": func(ctx context.Context) error {
			return errOf3(q.CallbacksToResend(ctx, callbackrows.ResendFilter{Status: "delivered", From: now}, 10))
		},
		"CallbacksToResend of a client": func(ctx context.Context) error {
			return errOf3(q.CallbacksToResend(ctx, callbackrows.ResendFilter{Status: "delivered", ClientID: smallClient}, 10))
		},
		"Callbacks, both": func(ctx context.Context) error { return errOf3(q.Callbacks(ctx, "pending", smallClient, page)) },
		"Payouts, oldest": func(ctx context.Context) error {
			return errOf3(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Status: "processing", Selection: oldest}, page))
		},
		"Payouts of a period by amount": func(ctx context.Context) error {
			return errOf3(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, From: soon, Selection: ofAmount}, page))
		},
		"Payouts of a period and a status by amount": func(ctx context.Context) error {
			return errOf3(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Status: "processing", From: soon, Selection: ofAmount}, page))
		},
		"Suspense of a period by amount": func(ctx context.Context) error {
			return errOf3(q.SuspenseItems(ctx, paymentrows.SuspenseFilter{From: soon, Selection: ofAmount}, page))
		},
		"Suspense, oldest": func(ctx context.Context) error {
			return errOf3(q.SuspenseItems(ctx, paymentrows.SuspenseFilter{Status: "open", Selection: oldest}, page))
		},
		"Refunds": func(ctx context.Context) error { return errOf3(q.Refunds(ctx, refundrows.Filter{}, page)) },
		"Refunds, oldest": func(ctx context.Context) error {
			return errOf3(q.Refunds(ctx, refundrows.Filter{Selection: oldest}, page))
		},
		"Refunds of a period by amount": func(ctx context.Context) error {
			return errOf3(q.Refunds(ctx, refundrows.Filter{From: soon, Selection: ofAmount}, page))
		},
		"Refunds of a client and a period by amount": func(ctx context.Context) error {
			return errOf3(q.ClientRefunds(ctx, refundrows.Filter{ClientID: largeClient, Status: "succeeded", From: soon, Selection: ofAmount}, page))
		},
		"Suspense": func(ctx context.Context) error {
			return errOf3(q.SuspenseItems(ctx, paymentrows.SuspenseFilter{Status: ""}, page))
		},
		"Suspense by status": func(ctx context.Context) error {
			return errOf3(q.SuspenseItems(ctx, paymentrows.SuspenseFilter{Status: "open"}, page))
		},
		"Ticket":              func(ctx context.Context) error { return errOf2(q.Ticket(ctx, 77)) },
		"TicketReplies":       func(ctx context.Context) error { return errOf2(q.TicketReplies(ctx, 77)) },
		"Tickets":             func(ctx context.Context) error { return errOf3(q.Tickets(ctx, 0, "", page)) },
		"Tickets by status":   func(ctx context.Context) error { return errOf3(q.Tickets(ctx, 0, "open", page)) },
		"Tickets of a client": func(ctx context.Context) error { return errOf3(q.Tickets(ctx, smallClient, "", page)) },
		"Tickets, both":       func(ctx context.Context) error { return errOf3(q.Tickets(ctx, smallClient, "open", page)) },
		"Proposal":            func(ctx context.Context) error { return errOf2(q.Proposal(ctx, 77)) },
		"Dispute":             func(ctx context.Context) error { return errOf2(q.Dispute(ctx, 17)) },
		"DisputeOf":           func(ctx context.Context) error { return errOf2(q.DisputeOf(ctx, largeClient, 17)) },
		"Disputes":            func(ctx context.Context) error { return errOf3(q.Disputes(ctx, disputerows.Filter{}, page)) },
		"Disputes by status": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{Status: "needs_response"}, page))
		},
		"Disputes of a client": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{ClientID: smallClient}, page))
		},
		"Disputes, both": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{ClientID: smallClient, Status: "needs_response"}, page))
		},
		"Disputes of a transaction": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{ClientID: smallClient, TransactionID: "INV-77"}, page))
		},
		"Disputes of any transaction": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{TransactionID: "INV-77"}, page))
		},
		"Disputes of a client that are due": func(ctx context.Context) error {
			return errOf3(q.Disputes(ctx, disputerows.Filter{ClientID: smallClient, Due: true}, page))
		},
		"WithholdingSlip":     func(ctx context.Context) error { return errOf2(q.WithholdingSlip(ctx, "N77")) },
		"WithholdingSlipOf":   func(ctx context.Context) error { return errOf2(q.WithholdingSlipOf(ctx, largeClient, "N77")) },
		"WithholdingSlipByID": func(ctx context.Context) error { return errOf2(q.WithholdingSlipByID(ctx, 77)) },
		"WithholdingSlips": func(ctx context.Context) error {
			return errOf3(q.WithholdingSlips(ctx, withholdingrows.Filter{}, page))
		},
		"WithholdingSlips by status": func(ctx context.Context) error {
			return errOf3(q.WithholdingSlips(ctx, withholdingrows.Filter{Status: "pending"}, page))
		},
		"WithholdingSlips of a client": func(ctx context.Context) error {
			return errOf3(q.WithholdingSlips(ctx, withholdingrows.Filter{ClientID: smallClient}, page))
		},
		"WithholdingSlips, both": func(ctx context.Context) error {
			return errOf3(q.WithholdingSlips(ctx, withholdingrows.Filter{ClientID: smallClient, Status: "pending"}, page))
		},
		"DueDisputes": func(ctx context.Context) error { return errOf2(q.DueDisputes(ctx, now, 100)) },

		"Document": func(ctx context.Context) error { return errOf2(q.Document(ctx, 77)) },
		"Documents": func(ctx context.Context) error {
			return errOf3(q.Documents(ctx, documentrows.Filter{}, page))
		},
		"Documents by status": func(ctx context.Context) error {
			return errOf3(q.Documents(ctx, documentrows.Filter{Status: "waiting"}, page))
		},
		"Documents of a client": func(ctx context.Context) error {
			return errOf3(q.Documents(ctx, documentrows.Filter{ClientID: smallClient}, page))
		},
		"Documents, both": func(ctx context.Context) error {
			return errOf3(q.Documents(ctx, documentrows.Filter{ClientID: smallClient, Status: "waiting"}, page))
		},
		"DocumentsForPersons": func(ctx context.Context) error { return errOf2(q.DocumentsForPersons(ctx)) },
		"DocumentDecisions":   func(ctx context.Context) error { return errOf2(q.DocumentDecisions(ctx)) },
		"Begun":               func(ctx context.Context) error { return errOf2(q.Begun(ctx, largeClient)) },
		"Proposals":           func(ctx context.Context) error { return errOf3(q.Proposals(ctx, "", page)) },
		"Proposals by status": func(ctx context.Context) error { return errOf3(q.Proposals(ctx, "new", page)) },
	}
}

func errOf3(_, _ any, err error) error { return err }

// lists are the lists of a client's transactions and payouts, by their filter.
func lists(q *readmodel.Queries) map[string]func(ctx context.Context, clientID int64) error {
	soon := time.Now().Add((large - 20) * time.Second) // 20 rows are newer
	all := map[string]func(context.Context, int64) error{}
	ofAmount := readtable.Selection{AmountFrom: new(rupiah.Of("2")), AmountTo: new(rupiah.Of("5")), Sort: readtable.SortAmountUp}
	oldest := readtable.Selection{Sort: readtable.SortOldest}
	for name, f := range map[string]paymentrows.TransactionFilter{
		"all": {}, "status": {Status: "PAID"}, "a rare status": {Status: "PENDING"}, "a status that there is not": {Status: "EXPIRED"},
		"channel": {Channel: "va"}, "a channel that there is not": {Channel: "qris"}, "channel and status": {Channel: "va", Status: "PENDING"},
		"from": {From: soon}, "from, a status": {From: soon, Status: "PAID"}, "from, a channel": {From: soon, Channel: "va"},
		"from, a connection": {From: soon, Connection: "doku-1"}, "from, a connection, a status": {From: soon, Connection: "doku-1", Status: "PAID"},
		"external_id": {ExternalID: "order-39998"}, "external_id, a status": {ExternalID: "order-39998", Status: "PAID"},
		"q, an external_id": {Query: "order-3999"}, "q, a number": {Query: "880839998"}, "q, an id of the provider": {Query: "p39998"},
		"q, a transaction_id": {Query: "INV-39998"}, "q, nothing": {Query: "%"},
		"metadata": {Metadata: map[string]string{"order": "39998"}}, "metadata, from": {Metadata: map[string]string{"shop": "web"}, From: soon},
		"oldest": {Selection: oldest}, "oldest, a rare status": {Status: "PENDING", Selection: oldest},
		"from, by amount": {From: soon, Selection: ofAmount}, "from, a status, by amount": {From: soon, Status: "PAID", Selection: ofAmount},
		"from, a channel, by amount":    {From: soon, Channel: "va", Selection: ofAmount},
		"from, a connection, by amount": {From: soon, Connection: "doku-1", Selection: ofAmount},
		"state, cancelled":              {State: "cancelled"}, "state, replaced": {State: "replaced"}, "state, under review": {State: "under_review"},
		"state, a status": {State: "cancelled", Status: "PAID"}, "state, a channel, from": {State: "replaced", Channel: "va", From: soon},
		"metadata, a state":     {Metadata: map[string]string{"shop": "web"}, From: soon, State: "under_review"},
		"metadata, two members": {Metadata: map[string]string{"order": "39998", "shop": "web"}},
	} {
		all["transactions by "+name] = func(ctx context.Context, clientID int64) error {
			f := f
			f.ClientID = clientID
			return errOf3(q.Transactions(ctx, f, readtable.Page{Number: 1, PerPage: 15}))
		}
	}
	for name, f := range map[string]paymentrows.TransactionFilter{
		"all": {}, "status": {Status: "PAID"}, "a rare status": {Status: "PENDING"}, "a status that there is not": {Status: "EXPIRED"},
		"channel": {Channel: "va"}, "channel and status": {Channel: "va", Status: "PENDING"},
		"from": {From: soon}, "from, a status": {From: soon, Status: "PAID"}, "from, a channel": {From: soon, Channel: "va"},
		"from, a connection": {From: soon, Connection: "doku-1"}, "from, a connection, a status": {From: soon, Connection: "doku-1", Status: "PAID"},
		"external_id": {ExternalID: "order-39998"}, "external_id, a status": {ExternalID: "order-39998", Status: "PAID"},
		"q, an external_id": {Query: "order-39998"}, "q, a number": {Query: "880839998"}, "q, an id of the provider": {Query: "p39998"},
		"q, a transaction_id": {Query: "INV-39998"}, "q, nothing": {Query: "%"}, "q, a state": {Query: "INV-39998", State: "replaced"},
		"oldest": {Selection: oldest}, "oldest, a rare status": {Status: "PENDING", Selection: oldest},
		"from, by amount": {From: soon, Selection: ofAmount}, "from, a status, by amount": {From: soon, Status: "PAID", Selection: ofAmount},
		"from, a channel, by amount":    {From: soon, Channel: "va", Selection: ofAmount},
		"from, a connection, by amount": {From: soon, Connection: "doku-1", Selection: ofAmount},
		"state, cancelled":              {State: "cancelled"}, "state, replaced": {State: "replaced"}, "state, under review": {State: "under_review"},
	} {
		all["all transactions by "+name] = func(ctx context.Context, _ int64) error {
			return errOf3(q.AllTransactions(ctx, f, readtable.Page{Number: 1, PerPage: 15}))
		}
	}
	for name, f := range map[string]payoutrows.PayoutFilter{
		"all": {}, "status": {Status: "completed"}, "a rare status": {Status: "processing"}, "from": {From: soon}, "from, a status": {From: soon, Status: "completed"},
		"oldest": {Selection: oldest}, "from, by amount": {From: soon, Selection: ofAmount},
		"from, a status, by amount": {From: soon, Status: "completed", Selection: ofAmount},
	} {
		all["withdrawals by "+name] = func(ctx context.Context, clientID int64) error {
			f := f
			f.ClientID, f.Kind = clientID, balance.Withdrawal
			return errOf3(q.ClientPayouts(ctx, f, readtable.Page{Number: 1, PerPage: 15}))
		}
	}
	return all
}

func firstPagesCostTheSame(t *testing.T, db *sql.DB, q *readmodel.Queries) {
	for _, status := range []string{"", "PAID", "PENDING", "EXPIRED"} {
		first := func(clientID int64) int {
			blocks, _ := cost(t, db, func(ctx context.Context) error {
				return errOf3(q.Transactions(ctx, paymentrows.TransactionFilter{ClientID: clientID, Status: status}, readtable.Page{Number: 1, PerPage: 10}))
			})
			return blocks
		}
		short, long := first(smallClient), first(largeClient)
		t.Logf("status %q: %d blocks of %d rows, %d of %d", status, short, small, long, large-small)
		if long > 2*short {
			t.Errorf("status %q: %d blocks, and %d of the longer list", status, short, long)
		}
	}
}
