package notary_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/migrations"
	"gateway/projections/notary"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
	"golang.org/x/mod/sumdb/tlog"
)

type fixture struct {
	dsn    string // URL of the log's database
	models string // URL of the read models' database
	log    *eventstore.Log
	events *sql.DB
	read   *sqlx.DB
	tree   *notary.Tree
	key    notary.Key
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func newFixture(t *testing.T) fixture {
	t.Helper()
	dsn := postgrestest.Database(t)
	events := open(t, dsn)
	models := testdb.New(t)
	read := open(t, models)
	if err := migrations.ReadModel(t.Context(), read.DB); err != nil {
		t.Fatal(err)
	}
	key, err := notary.DeriveKey(secret.NewRing("a master secret of the tests"))
	if err != nil {
		t.Fatal(err)
	}
	return fixture{dsn: dsn, models: models, events: events.DB, read: read, key: key}.reopened(t)
}

// reopened opens the store again, so that nothing is cached.
func (f fixture) reopened(t *testing.T) fixture {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: f.dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	f.log = eventstore.NewLog(storetest.ShortReads(store), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	f.tree = notary.NewTree(f.read, f.log)
	return f
}

func open(t *testing.T, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// adjust makes n adjustments of 1,000 to the clients' balances in turn.
func (f fixture) adjust(t *testing.T, n int, clients ...int64) {
	t.Helper()
	for i := range n {
		client := clients[i%len(clients)]
		_, err := eventstore.Execute(t.Context(), f.log, balance.Aggregate, balance.Stream(client), func(s balance.State) ([]domain.Event, error) {
			return balance.Adjust(s, balance.AdjustCmd{
				ClientID: client, Amount: decimal.NewFromInt(1_000), Reason: "test", By: "admin:1",
				Reference: fmt.Sprint("adj-", s.Totals.Available), At: noon.Add(time.Duration(i) * time.Minute),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (f fixture) sign(t *testing.T) (string, notary.Head) {
	t.Helper()
	signed, err := f.tree.Sign(t.Context(), f.key, notary.Patience, nil)
	if err != nil {
		t.Fatal(err)
	}
	return signed.Checkpoint, signed.Head
}

// statement writes the statement file of a client.
func (f fixture) statement(t *testing.T, client int64, earlier string) []byte {
	t.Helper()
	text, head := f.sign(t)
	prover, heading := f.tree.Prove(t.Context(), head), notary.NewHeading(text, f.key)
	if earlier != "" {
		before, err := notary.OpenCheckpoint(earlier, f.key.Verifier)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := prover.Consistency(before)
		if err != nil {
			t.Fatal(err)
		}
		heading.Continue(before.N, proof)
	}
	var file bytes.Buffer
	if err := prover.Statement(t.Context(), &file, heading, client, noon, head.Position); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAStatementIsCheckedOffline(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 300, 1, 2, 3)
	earlier, _ := f.sign(t)
	f.adjust(t, 320, 1, 2)
	c, err := notary.Check(bytes.NewReader(f.statement(t, 1, earlier)), f.key.Verifier, earlier, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(100 + 160); c.Lines != want || !c.Heading.Balance.Equal(decimal.NewFromInt(want*1_000)) {
		t.Errorf("%d lines and %s", c.Lines, c.Heading.Balance)
	}
}

func TestAChangedStatementIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 20, 1, 2)
	file := string(f.statement(t, 1, ""))
	lines := strings.SplitAfter(file, "\n")
	other, err := notary.DeriveKey(secret.NewRing("another master secret"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ file, key string }{
		"another key":           {file, other.Verifier},
		"an amount in an event": {strings.Replace(file, `\"amount\":1000`, `\"amount\":9000`, 1), f.key.Verifier},
		"the reason":            {strings.Replace(file, "test", "gift", 1), f.key.Verifier},
		"a line left out":       {strings.Join(append(lines[:2:2], lines[3:]...), ""), f.key.Verifier},
		"the last line cut off": {strings.Join(lines[:len(lines)-2], ""), f.key.Verifier},
		"two lines swapped":     {lines[0] + lines[2] + lines[1] + strings.Join(lines[3:], ""), f.key.Verifier},
		"the balance":           {strings.Replace(file, `"saldo":10000`, `"saldo":99000`, 1), f.key.Verifier},
		"the signed size":       {strings.Replace(file, notary.Name+`\n`, notary.Name+`\n1`, 1), f.key.Verifier},
	} {
		if c.file == file && c.key == f.key.Verifier {
			t.Fatalf("%s: the test changed nothing", name)
		}
		if _, err := notary.Check(strings.NewReader(c.file), c.key, "", nil); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestTheTreeIsTheSameInWhicheverStepsItGrows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, n := range []int{1, 1, 254, 1, 300, 7} {
		f.adjust(t, n, 1)
		_, head := f.sign(t)
		checker := notary.NewLogChecker(tlog.Tree{N: head.Size, Hash: head.Root})
		events := storetest.ReadLog(t, f.log.Store())
		for _, r := range events {
			if err := checker.Observe(r); err != nil {
				t.Error(err)
			}
		}
		if missing := checker.Missing(); int64(len(events)) != head.Size || len(missing) != 0 {
			t.Errorf("the tree has %d leaves, the log %d events, missing %v", head.Size, len(events), missing)
		}
	}
}

func TestAChangeOfThePastIsFound(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"altered":  `UPDATE events SET data = replace(data::text, '1000', '2000')::json WHERE position = 5`,
		"removed":  `DELETE FROM events WHERE position = 40`,
		"inserted": `INSERT INTO events SELECT 41, 'balance-9', 0, id, type, data, metadata, booked_at FROM events WHERE position = 1`,
	} {
		f := newFixture(t)
		f.adjust(t, 40, 1)
		earlier, _ := f.sign(t)
		signed, err := notary.OpenCheckpoint(earlier, f.key.Verifier)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{`ALTER TABLE events DISABLE TRIGGER ALL`, change} {
			if _, err := f.events.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		if name == "inserted" { // the later events move up
			if _, err := f.events.ExecContext(t.Context(), `UPDATE events SET position = 1000000 + position;
				UPDATE events SET position = CASE WHEN position = 1000041 THEN 3 WHEN position >= 1000003 THEN position - 999999 ELSE position - 1000000 END`); err != nil {
				t.Fatal(err)
			}
		}
		checker := notary.NewLogChecker(signed)
		var found error
		for _, r := range storetest.ReadLog(t, f.reopened(t).log.Store()) {
			found = errors.Join(found, checker.Observe(r))
		}
		if found == nil && len(checker.Missing()) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestProofsWorkOnPositionsWithGaps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 300, 1, 2)
	if _, err := f.events.ExecContext(t.Context(), `ALTER TABLE events DISABLE TRIGGER ALL;
		UPDATE events SET position = 1000000 + position; UPDATE events SET position = 7 * (position - 1000000)`); err != nil {
		t.Fatal(err)
	}
	f = f.reopened(t)
	c, err := notary.Check(bytes.NewReader(f.statement(t, 2, "")), f.key.Verifier, "", nil)
	if err != nil || c.Lines != 150 || c.Tree.N != 300 {
		t.Errorf("%d lines of %d events, %v", c.Lines, c.Tree.N, err)
	}
}

func TestNoBitOfAStatementCanBeChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 1, 1)
	earlier, _ := f.sign(t)
	f.adjust(t, 1, 1)
	file := f.statement(t, 1, earlier)
	if _, err := notary.Check(bytes.NewReader(file), f.key.Verifier, "", nil); err != nil {
		t.Fatal(err)
	}
	for i := range file {
		for bit := range 8 {
			changed := bytes.Clone(file)
			changed[i] ^= 1 << bit
			if _, err := notary.Check(bytes.NewReader(changed), f.key.Verifier, "", nil); err == nil {
				t.Errorf("bit %d of byte %d, %q in %q, can be changed", bit, i, file[i], file[max(0, i-20):min(len(file), i+20)])
			}
		}
		if _, err := notary.Check(bytes.NewReader(file[:i]), f.key.Verifier, "", nil); err == nil {
			t.Errorf("the file can be cut off after byte %d", i)
		}
	}
	for _, more := range []string{"\n", " ", "{}\n", string(file)} {
		if _, err := notary.Check(strings.NewReader(string(file)+more), f.key.Verifier, "", nil); err == nil {
			t.Errorf("%.10q can be added", more)
		}
	}
}

// Cutting lines off and editing the heading to fit does not help, because the result cannot be signed.
func TestAStatementCutOffAtAnyLineIsRefusedThoughItsHeadingFits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 5, 1)
	lines := strings.SplitAfter(string(f.statement(t, 1, "")), "\n")
	last := lines[len(lines)-2]
	for n := range 5 {
		heading := strings.Replace(lines[0], `"saldo":5000`, fmt.Sprintf(`"saldo":%d`, 1_000*n), 1)
		if heading == lines[0] {
			t.Fatalf("no saldo in %s", heading)
		}
		kept := heading + strings.Join(lines[1:1+n], "")
		for _, file := range []string{kept, kept + last, kept + strings.Replace(last, `"lines":5`, fmt.Sprintf(`"lines":%d`, n), 1)} {
			if _, err := notary.Check(strings.NewReader(file), f.key.Verifier, "", nil); err == nil {
				t.Errorf("%d of 5 lines pass", n)
			}
		}
	}
}

func TestAnotherEarlierCheckpointIsNoTampering(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 10, 1)
	first, _ := f.sign(t)
	f.adjust(t, 10, 1)
	second, _ := f.sign(t)
	f.adjust(t, 10, 1)
	without, since := f.statement(t, 1, ""), f.statement(t, 1, second)
	same, _ := f.sign(t)
	f.adjust(t, 10, 1)
	newer, _ := f.sign(t)
	for name, c := range map[string]struct {
		file       []byte
		earlier    string
		comparable bool
	}{
		"its own": {since, second, true}, "the file's own checkpoint": {without, same, true},
		"an older one": {since, first, false}, "made without one": {without, first, false}, "a newer one": {since, newer, false},
	} {
		_, err := notary.Check(bytes.NewReader(c.file), f.key.Verifier, c.earlier, nil)
		if c.comparable && err != nil || !c.comparable && !errors.Is(err, notary.ErrNotComparable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATreeThatWasBuiltAgainFromAnotherLogIsProvedFromItsOwnHashes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 300, 1, 2)
	former, _ := f.sign(t)
	f.statement(t, 2, "") // f.tree now has the hashes in memory
	if _, err := f.events.ExecContext(t.Context(), `ALTER TABLE events DISABLE TRIGGER ALL;
		UPDATE events SET data = replace(data::text, '1000', '2000')::json WHERE position = 5`); err != nil {
		t.Fatal(err)
	}
	if _, err := f.read.ExecContext(t.Context(), `TRUNCATE merkle_tiles, merkle_leaves, merkle_head`); err != nil {
		t.Fatal(err)
	}
	other := f.reopened(t)
	text, head := other.sign(t)
	if text == former {
		t.Fatal("the tree is the former one")
	}
	earlier, err := f.tree.Prove(t.Context(), head).Consistency(tlog.Tree{N: 290})
	if err != nil {
		t.Fatal(err)
	}
	again, err := other.tree.Prove(t.Context(), head).Consistency(tlog.Tree{N: 290})
	if err != nil || fmt.Sprint(earlier) != fmt.Sprint(again) {
		t.Errorf("the proof of consistency is made of former hashes (%v)", err)
	}
	for _, r := range storetest.ReadLog(t, other.log.Store()) {
		if _, err := f.tree.Prove(t.Context(), head).Line(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// post posts a payment's event to a client's balance.
func (f fixture) post(t *testing.T, client int64, event domain.Event) {
	t.Helper()
	_, err := eventstore.Execute(t.Context(), f.log, balance.Aggregate, balance.Stream(client), func(s balance.State) ([]domain.Event, error) {
		source := balance.Source{Store: f.log.Store().ID(), Commit: s.Watermark.Commit + 1}
		return balance.Post(s, []balance.PostCmd{{Source: source, Event: event, ClientID: client, At: noon}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAStatementIsSoundWhicheverAccountsHoldTheBalance(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 1, 1)
	gross := decimal.NewFromInt(100_000)
	for _, c := range []struct {
		account string
		event   domain.Event
		balance int64
	}{
		{ledger.Unsettled(1), payment.Paid{Charge: payment.Charge{Net: gross}, Receipt: payment.Receipt{PaidAmount: gross}, Held: true}, 101_000},
		{ledger.Receivable(1), payment.Reversed{ClientBears: decimal.NewFromInt(130_000)}, -29_000},
	} {
		f.post(t, 1, c.event)
		file := f.statement(t, 1, "")
		checked, err := notary.Check(bytes.NewReader(file), f.key.Verifier, "", nil)
		if err != nil || !checked.Heading.Balance.Equal(decimal.NewFromInt(c.balance)) || !bytes.Contains(file, []byte(c.account)) {
			t.Errorf("with %s: %v, %v", c.account, checked.Heading.Balance, err)
		}
	}
}
