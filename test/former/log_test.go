package former_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/storetest"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/migrated"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// row is a row of a read model, by column. A table is a list of rows.
type row map[string]any

// A log of the former version names no connection and has the former names of accounts.
func TestALogOfTheFormerVersionGivesTheSameBalancesAndRows(t *testing.T) {
	t.Parallel()
	log := recordedLog(t)
	_, dsn := migrated.Pair(t)
	db, err := sql.Open("postgres", dsn)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	build(t, db, log)
	want := recordedRows(t)
	for table, rows := range want {
		columns := slices.Collect(maps.Keys(rows[0]))
		if diff := cmp.Diff(sorted(t, rows, columns), sorted(t, rowsOf(t, db, table), columns)); diff != "" {
			t.Errorf("rows of %s (-former +now):\n%s", table, diff)
		}
	}
	compareBalances(t, log, want["balances"])
}

// compareBalances compares the balances that the aggregates of the log have with the recorded rows.
func compareBalances(t *testing.T, events []eventstore.Recorded, rows []row) {
	t.Helper()
	log := eventstore.NewLog(storetest.NewMemoryWith(events).Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	for _, want := range rows {
		id, err := want["client_id"].(json.Number).Int64()
		must(t, err)
		s, _, err := eventstore.Load(t.Context(), log, balance.Aggregate, balance.Stream(id))
		must(t, err)
		for column, got := range map[string]decimal.Decimal{
			"available": s.Totals.Available, "held": s.Totals.Held, "unsettled": s.Totals.Unsettled, "receivable": s.Totals.Receivable,
		} {
			if recorded := want[column].(json.Number).String(); !got.Equal(rupiah.Of(recorded)) {
				t.Errorf("client %d has %s %s, and had %s", id, got, column, recorded)
			}
		}
	}
}

// build makes all read models from the log.
func build(t *testing.T, db *sql.DB, events []eventstore.Recorded) {
	t.Helper()
	log := eventstore.NewLog(storetest.NewMemoryWith(events).Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	batch := make([]eventstore.Envelope, len(events))
	for i, e := range events {
		var err error
		batch[i], err = log.Decode(e)
		must(t, err)
	}
	s := engine.NewSession(db)
	defer s.Close()
	must(t, s.Transact(t.Context(), func(tx *engine.Tx) error {
		for _, m := range readmodel.All() {
			if seeder, ok := m.(engine.Seeder); ok {
				must(t, seeder.Seed(t.Context(), tx))
			}
			must(t, m.Apply(t.Context(), tx, batch))
		}
		return nil
	}))
}

// rowsOf reads a table with times in UTC, as the recording did.
func rowsOf(t *testing.T, db *sql.DB, table string) (rows []row) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	must(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(t.Context(), `SET LOCAL TIME ZONE 'UTC'`)
	must(t, err)
	var text []byte
	must(t, tx.QueryRowContext(t.Context(), `SELECT COALESCE(jsonb_agg(to_jsonb(r)), '[]') FROM `+table+` r`).Scan(&text))
	must(t, decode(bytes.NewReader(text), &rows))
	return rows
}

// sorted returns the columns of the rows as lines of JSON. Former names of accounts become the present ones.
func sorted(t *testing.T, rows []row, columns []string) (lines []string) {
	t.Helper()
	for _, r := range rows {
		only := make(row, len(columns))
		for _, c := range columns {
			only[c] = r[c]
		}
		line, err := json.Marshal(only)
		must(t, err)
		lines = append(lines, accountNames.Replace(string(line)))
	}
	slices.Sort(lines)
	return lines
}

var accountNames = strings.NewReplacer(`"provider:clearing"`, `"provider:xendit:clearing"`, `"bank:payouts"`, `"provider:xendit:payouts"`)

// collector is a backup.Target that keeps the events.
type collector struct{ events []eventstore.Recorded }

func (*collector) Begin(context.Context, string) error { return nil }

func (c *collector) Add(_ context.Context, events []eventstore.Recorded) error {
	c.events = append(c.events, events...)
	return nil
}

func (*collector) Finish(context.Context) error { return nil }

func recordedLog(t *testing.T) []eventstore.Recorded {
	t.Helper()
	var c collector
	_, err := backup.Import(t.Context(), open(t, "testdata/log.jsonl.gz"), &c, nil)
	must(t, err)
	return c.events
}

func recordedRows(t *testing.T) (tables map[string][]row) {
	t.Helper()
	must(t, decode(open(t, "testdata/rows.json.gz"), &tables))
	return tables
}

func open(t *testing.T, path string) io.Reader {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	t.Cleanup(func() { must(t, f.Close()) })
	text, err := gzip.NewReader(f)
	must(t, err)
	return text
}

// decode keeps numbers as they are written.
func decode(r io.Reader, into any) error {
	d := json.NewDecoder(r)
	d.UseNumber()
	return d.Decode(into)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
