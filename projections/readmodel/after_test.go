package readmodel_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
	"gateway/test/rupiah"
)

// placedRow is a row of any list that can be paged by cursor.
type placedRow interface{ Place() readtable.Place }

// listsByCursor are the lists that can be paged by cursor, by their filter.
func listsByCursor(q *readmodel.Queries) map[string]func(context.Context, readtable.Page) ([]placedRow, int64, error) {
	all := map[string]func(context.Context, readtable.Page) ([]placedRow, int64, error){}
	from, to := time.Now().Add(-time.Hour), time.Now().Add(large*time.Second)
	down := readtable.Selection{AmountFrom: new(rupiah.Of("2")), AmountTo: new(rupiah.Of("5")), Sort: readtable.SortAmountDown}
	up, oldest := readtable.Selection{Sort: readtable.SortAmountUp}, readtable.Selection{Sort: readtable.SortOldest}
	for name, f := range map[string]paymentrows.TransactionFilter{
		"all": {}, "status": {Status: "PAID"}, "a rare status": {Status: "PENDING"}, "channel": {Channel: "va"}, "from and to": {From: from, To: to},
		"from, a status": {From: from, Status: "PAID"}, "metadata": {Metadata: map[string]string{"shop": "web"}},
		"state": {State: "cancelled"}, "amount": {From: from, Selection: down},
		"metadata, from": {Metadata: map[string]string{"shop": "web"}, From: from},
	} {
		f.ClientID = largeClient
		all["transactions by "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.Transactions(ctx, f, p))
		}
	}
	for name, f := range map[string]paymentrows.TransactionFilter{
		"all": {}, "status": {Status: "PAID"}, "a rare status": {Status: "PENDING"}, "channel": {Channel: "va"}, "from and to": {From: from, To: to},
		"from, a status": {From: from, Status: "PAID"}, "amount": {From: from, Selection: down},
	} {
		all["all transactions by "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.AllTransactions(ctx, f, p))
		}
	}
	for name, f := range map[string]payoutrows.PayoutFilter{
		"all": {}, "status": {Status: "completed"}, "a rare status": {Status: "processing"}, "from": {From: from},
		"amount": {From: from, Selection: down}, "smallest": {From: from, Selection: up}, "oldest": {Selection: oldest},
	} {
		f.ClientID, f.Kind = largeClient, balance.Withdrawal
		all["withdrawals by "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.ClientPayouts(ctx, f, p))
		}
	}
	for name, f := range map[string]callbackrows.CallbackFilter{
		"all": {}, "status": {Status: "delivered"}, "a rare status": {Status: "pending"}, "from and to": {From: from, To: to},
		"from, a status": {From: from, Status: "delivered"}, "from, a rare status": {From: from, Status: "pending"},
		"resource": {Resource: "transactions/INV-77"},
	} {
		all["callbacks by "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.CallbacksOf(ctx, largeClient, f, p))
		}
	}
	for name, selection := range map[string]readtable.Selection{"largest": down, "oldest": oldest} {
		all["all withdrawals, "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, From: from, Selection: selection}, p))
		}
		all["withdrawals of a connection, "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.PayoutsIn(ctx, payoutrows.FewFilter{Kind: balance.Withdrawal, Connection: "doku-1", Selection: selection}, p))
		}
		all["refunds, "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.Refunds(ctx, refundrows.Filter{From: from, Selection: selection}, p))
		}
	}
	all["all withdrawals, the oldest of all"] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
		return placed(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Selection: oldest}, p))
	}
	for _, status := range []string{"", "completed", "processing"} {
		all["all withdrawals by "+status] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.Payouts(ctx, payoutrows.PayoutFilter{Kind: balance.Withdrawal, Status: status}, p))
		}
	}
	for _, client := range []int64{0, smallClient} {
		for _, status := range []string{"", "pending"} {
			all[fmt.Sprintf("all callbacks of %d by %q", client, status)] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
				return placed(q.Callbacks(ctx, status, client, p))
			}
		}
	}
	for name, f := range map[string]auditlogrows.AuditFilter{
		"all": {}, "actor": {Actor: "admin:77"}, "subject": {Subject: "withdrawals/77"}, "client": {Subject: "clients/77"},
		"from and to": {From: from, To: from.AddDate(1, 0, 0)},
	} {
		all["audit log by "+name] = func(ctx context.Context, p readtable.Page) ([]placedRow, int64, error) {
			return placed(q.AuditLog(ctx, f, p))
		}
	}
	return all
}

func placed[T placedRow](rows []T, total int64, err error) ([]placedRow, int64, error) {
	all := make([]placedRow, len(rows))
	for i, r := range rows {
		all[i] = r
	}
	return all, total, err
}

// keys returns what distinguishes the rows.
func keys(rows []placedRow) (positions []int64) {
	for _, r := range rows {
		positions = append(positions, r.Place().Position)
	}
	return positions
}

func TestCursors(t *testing.T) {
	t.Parallel()
	db, q := largeTables(t)
	must(t, errOf2(db.Exec(`VACUUM ANALYZE`)))
	for name, list := range listsByCursor(q) {
		goesOnWhereThePageEnds(t, name, list)
	}
	depthDoesNotCost(t, db, q)
	must(t, errOf2(db.Exec(`SET plan_cache_mode = force_generic_plan`)))
	depthDoesNotCost(t, db, q)
	must(t, errOf2(db.Exec(`RESET plan_cache_mode`)))
	insertsNeitherRepeatNorHide(t, db, q)
}

func goesOnWhereThePageEnds(t *testing.T, name string, list func(context.Context, readtable.Page) ([]placedRow, int64, error)) {
	t.Helper()
	wanted, total, err := list(t.Context(), readtable.Page{Number: 1, PerPage: 60})
	must(t, err)
	var got []placedRow
	page := readtable.Page{Number: 1, PerPage: 7}
	for len(got) < len(wanted) {
		rows, counted, err := list(t.Context(), page)
		must(t, err)
		if counted != total {
			t.Errorf("%s: %d of %d", name, counted, total)
		}
		if got = append(got, rows...); len(rows) < 7 {
			break
		}
		place := rows[6].Place()
		place.Total = total
		page.After = &place
	}
	if got = got[:min(len(got), 60)]; !slices.Equal(keys(got), keys(wanted)) {
		t.Errorf("%s:\n got %v\nwant %v", name, keys(got), keys(wanted))
	}
	if len(wanted) > 0 {
		end := readtable.Place{At: time.Unix(0, 0), Position: 0}
		if strings.Contains(name, "oldest") || strings.Contains(name, "smallest") {
			end = readtable.Place{At: time.Now().AddDate(100, 0, 0), Position: math.MaxInt64, Amount: rupiah.Of("1000000000")}
		}
		if rows, _, err := list(t.Context(), readtable.Page{PerPage: 7, After: &end}); err != nil || len(rows) > 0 {
			t.Errorf("%s: behind the end are %d (%v)", name, len(rows), err)
		}
	}
}

// depthDoesNotCost compares what PostgreSQL reads for the rows after the newest one and for rows in the
// middle of the list.
func depthDoesNotCost(t *testing.T, db *sql.DB, q *readmodel.Queries) {
	t.Helper()
	for name, list := range listsByCursor(q) {
		newest, total, err := list(t.Context(), readtable.Page{Number: 1, PerPage: 1})
		must(t, err)
		if total < 200 {
			continue
		}
		middle, _, err := list(t.Context(), readtable.Page{Number: int(total / 2), PerPage: 1})
		must(t, err)
		read := func(after placedRow) int {
			place := after.Place()
			blocks, scans := cost(t, db, func(ctx context.Context) error {
				rows, _, err := list(ctx, readtable.Page{PerPage: 15, After: &place})
				if len(rows) != 15 {
					t.Errorf("%s: %d rows", name, len(rows))
				}
				return err
			})
			return blocks + 10_000*scans
		}
		if first, deep := read(newest[0]), read(middle[0]); deep > first+first/2+10 {
			t.Errorf("%s: %d blocks behind the first row, %d in the middle", name, first, deep)
		}
	}
}

// insertsNeitherRepeatNorHide reads lists to the end while newer rows are inserted.
func insertsNeitherRepeatNorHide(t *testing.T, db *sql.DB, q *readmodel.Queries) {
	t.Helper()
	inserts := []string{
		`INSERT INTO transactions (id, position, client_id, transaction_id, channel, total, status, metadata, transaction_log, created_at, updated_at, day)
			VALUES (%[1]d, %[1]d, 2, 'n' || %[1]d, 'va', 1, 'PENDING', 'null', 'null', now() + %[1]d * interval '1 s', now(), '')`,
		`INSERT INTO payouts (kind, id, position, client_id, external_id, jumlah, biaya_penarikan, total, status, by, bank, norek, account_holder, created_at, updated_at)
			VALUES ('withdrawal', %[1]d, %[1]d, 2, 'n', 1, 1, 2, 'processing', '', '', '', '', now() + %[1]d * interval '1 s', now())`,
		`INSERT INTO callbacks (id, position, client_id, kind, subject, event, resource, url, created_at, payload, status)
			VALUES ('n' || %[1]d, %[1]d, 2, 'payment', 's', '', '', '', now() + %[1]d * interval '1 s', '{}', 'pending')`,
		`INSERT INTO audit_log SELECT %[1]d, now() + %[1]d * interval '1 h', 'admin:77', '', '', '', 77, '', '{}', ''`,
	}
	next := int64(large)
	for name, list := range listsByCursor(q) {
		all, _, err := list(t.Context(), readtable.Page{Number: 1, PerPage: 2_000})
		must(t, err)
		if len(all) == 2_000 || len(all) < 100 {
			continue // the rare ones are enough
		}
		first, want := all[:100], keys(all)
		got := keys(first)
		for last := first[len(first)-1]; ; {
			next++
			for _, insert := range inserts {
				must(t, errOf2(db.Exec(fmt.Sprintf(insert, next))))
			}
			place := last.Place()
			rows, _, err := list(t.Context(), readtable.Page{PerPage: 100, After: &place})
			must(t, err)
			if len(rows) == 0 {
				break
			}
			got, last = append(got, keys(rows)...), rows[len(rows)-1]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: read %d rows in place of %d", name, len(got), len(want))
		}
	}
}
