package periodservice_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/period"
	"gateway/domain/secret"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/http/service"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/projections/notary"
	"gateway/projections/readmodel/readtable"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// office closes the months of a log whose events are booked when the test says.
type office struct {
	// treasuryOnly leaves the payments and payouts out, whose movements are not those of a client's accounts.
	treasuryOnly bool
	periodservice.Periods
	t      *testing.T
	now    time.Time
	runs   []state.AuditRun
	events int
	// revisions are how many events append has booked in a stream.
	revisions map[string]eventstore.Revision
}

// key signs in every store.
func key(t *testing.T, former ...string) notary.Key {
	t.Helper()
	k, err := notary.DeriveKey(secret.NewRing("master", former...))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// counter is a notary without a stored tree.
type counter struct {
	store eventstore.Store
	key   notary.Key
}

func (c counter) Key() notary.Key { return c.key }

func (c counter) At(ctx context.Context, p eventstore.Position) (string, int64, error) {
	all, err := c.store.ReadAll(ctx, eventstore.Position{}, 10_000)
	n := int64(0)
	for _, e := range all {
		if !p.Before(e.Position) {
			n++
		}
	}
	checkpoint, signErr := c.key.Checkpoint(notary.Head{Size: n})
	if err == nil {
		err = signErr
	}
	return checkpoint, n, err
}

// inMemory opens an office on a log in memory, without read models.
func inMemory(t *testing.T) *office {
	t.Helper()
	store := storetest.NewMemory().Open()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	return newOffice(t, &service.Core{Logger: logrus.NewEntry(logger)}, store, counter{store, key(t)})
}

// inPostgreSQL opens an office on PostgreSQL, with read models and a stored tree.
func inPostgreSQL(t *testing.T) *office {
	t.Helper()
	core := servicetest.New(t)
	return newOffice(t, core, core.Log.Store(), notary.NewSigner(notary.NewTree(core.Queries.SQL, core.Log), key(t), core.Logger))
}

// inEventStoreDB opens an office on a store that speaks the protocol of EventStoreDB, without read models.
func inEventStoreDB(t *testing.T) *office {
	t.Helper()
	url := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))).URL()
	store, err := esdb.Open(t.Context(), esdb.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() }) // a test that has read nothing loses nothing
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	return newOffice(t, &service.Core{Logger: logrus.NewEntry(logger)}, store, counter{store, key(t)})
}

func newOffice(t *testing.T, core *service.Core, store eventstore.Store, n periodservice.Notary) *office {
	t.Helper()
	o := &office{t: t, revisions: map[string]eventstore.Revision{}, Periods: periodservice.Periods{Core: core, Notary: n, Connections: []string{"xendit"}}}
	o.Runs = o
	core.Log = eventstore.NewLog(timed{store, o}, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	core.Now = func() time.Time { return o.now }
	return o
}

// timed is a store that books at the time of the test.
type timed struct {
	eventstore.Store
	office *office
}

// Append implements eventstore.Store.
func (s timed) Append(
	ctx context.Context, stream string, at eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	for i := range events {
		events[i].FirstBookedAt = s.office.now
	}
	return s.Store.Append(ctx, stream, at, events)
}

// AuditRuns implements periodservice.Runs.
func (o *office) AuditRuns(_ context.Context, kind, _ string, _ readtable.Page) (rows []state.AuditRun, _ int64, _ error) {
	for _, run := range slices.Backward(o.runs) {
		if run.Kind == kind {
			rows = append(rows, run)
		}
	}
	return rows, 0, nil
}

// AuditRun implements periodservice.Runs.
func (o *office) AuditRun(_ context.Context, id int64) (state.AuditRun, error) {
	return o.runs[id-1], nil
}

// enter books an entry at the present time.
func (o *office) enter(amount int64, valueDate string) {
	o.t.Helper()
	o.events++
	reference := fmt.Sprint("line ", o.events)
	e := treasury.Entered{
		ID: int64(o.events), Kind: treasury.TopUp, Reference: reference, Amount: decimal.NewFromInt(amount), ValueDate: valueDate, At: o.now,
		Postings: ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, decimal.NewFromInt(amount)),
	}
	data, err := o.Log.Codec().Encode(e)
	if err == nil {
		_, err = o.Log.Store().Append(o.t.Context(), treasury.Stream(reference), eventstore.NoStream,
			[]eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data}})
	}
	if err != nil {
		o.t.Fatal(err)
	}
}

// pay books a payment and a payout of a client at the present time.
func (o *office) pay(m period.Month) {
	o.t.Helper()
	if o.treasuryOnly {
		return
	}
	o.append(payment.Stream("INV "+m.Name), payment.Paid{At: o.now})
	o.append(balance.Stream(1), balance.PayoutCompleted{Movement: o.moved("WD "+m.Name, 50)})
}

// turnRound books that the payment was charged back and the payout came back, with the value date of the present time.
func (o *office) turnRound(m period.Month) {
	o.t.Helper()
	if o.treasuryOnly {
		return
	}
	o.append(balance.Stream(1), balance.PaymentReversed{ClientID: 1, Kind: payment.Chargeback, Movement: o.moved("INV "+m.Name, 60)},
		balance.PayoutReversed{Movement: o.moved("WD "+m.Name, 50)})
}

func (o *office) moved(reference string, amount int64) balance.Movement {
	return balance.Movement{
		Reference: reference, At: o.now, Postings: ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, decimal.NewFromInt(amount)),
	}
}

// append books events at the present time.
func (o *office) append(stream string, events ...domain.Event) {
	o.t.Helper()
	for _, e := range events {
		data, err := o.Log.Codec().Encode(e)
		if err == nil {
			_, err = o.Log.Store().Append(o.t.Context(), stream, o.revisions[stream]-1, []eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data}})
		}
		if err != nil {
			o.t.Fatal(err)
		}
		o.revisions[stream]++
	}
}

// audit adds a verify of the whole log and a reconcile of a month, made now.
func (o *office) audit(month period.Month, verified auditrunservice.Verified, reconciled auditrunservice.Reconciled) {
	o.t.Helper()
	head, err := o.Log.Store().Head(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	for _, run := range []struct {
		kind      string
		arguments auditrunservice.Arguments
		report    auditrunservice.Report
	}{
		{state.VerifyRun, auditrunservice.Arguments{Whole: true}, auditrunservice.Report{Verify: &verified}},
		{
			state.ReconcileRun,
			auditrunservice.Arguments{From: month.Name + "-01", To: month.Until.Add(-1).Format(time.DateOnly)},
			auditrunservice.Report{Reconcile: &reconciled},
		},
	} {
		arguments, _ := json.Marshal(run.arguments)
		report, _ := json.Marshal(run.report)
		o.runs = append(o.runs, state.AuditRun{
			ID: int64(len(o.runs) + 1), Kind: run.kind, Outcome: state.RunFound, BeganAt: o.now, Position: head.Commit, Arguments: arguments, Report: report,
		})
	}
}

// closeAs closes a month as two administrators.
func (o *office) closeAs(month, by, approvedBy string, accepted ...period.Accepted) (periodservice.Shown, error) {
	ctx := eventstore.WithMetadata(o.t.Context(), eventstore.Metadata{Actor: by, ApprovedBy: approvedBy})
	return o.Close(ctx, periodservice.Request{Period: month, Accepted: accepted})
}

func (o *office) statement(month string) []byte {
	o.t.Helper()
	var out bytes.Buffer
	write, err := o.Statement(o.t.Context(), month)
	if err == nil {
		err = write(&out)
	}
	if err != nil {
		o.t.Fatal(err)
	}
	return out.Bytes()
}

func monthOf(t *testing.T, o *office, name string) period.Month {
	t.Helper()
	m, err := period.Parse(o.Calendar, name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// year books and closes twelve months. Each has entries whose value date lies in the month before.
func (o *office) year() (hashes []string, files [][]byte) {
	o.t.Helper()
	for m := monthOf(o.t, o, "2025-01"); m.Name < "2026-01"; m = m.Next() {
		for day, amount := range []int64{100, 20, 3} {
			o.now = m.From.AddDate(0, 0, 3+7*day)
			o.enter(amount*int64(m.From.Month()), m.From.AddDate(0, 0, -2+day).Format(time.DateOnly))
		}
		o.pay(m)
		o.now = m.Until.Add(-time.Nanosecond).Truncate(time.Microsecond)
		o.enter(7, o.now.Format(time.DateOnly))
		o.now = m.Until
		o.enter(1_000, m.From.Format(time.DateOnly)) // late: it belongs to the next month
		o.turnRound(m)
		o.now = m.Until.Add(33 * time.Hour)
		o.audit(m, auditrunservice.Verified{}, auditrunservice.Reconciled{})
		shown, err := o.closeAs(m.Name, "admin:1", "admin:2")
		if err != nil {
			o.t.Fatalf("%s: %v", m.Name, err)
		}
		hashes, files = append(hashes, shown.Closing.Hash), append(files, o.statement(m.Name))
	}
	return hashes, files
}

// The figures of a month are those of its events, whatever comes later, in whichever store.
func TestAYearIsClosedAndKeepsItsFigures(t *testing.T) {
	t.Parallel()
	o := inMemory(t)
	hashes, files := o.year()
	for name, other := range map[string]*office{"PostgreSQL": inPostgreSQL(t), "EventStoreDB": inEventStoreDB(t)} {
		if others, _ := other.year(); !slices.Equal(hashes, others) {
			t.Errorf("%s has other figures", name)
		}
		for m := monthOf(t, o, "2025-01"); m.Name < "2026-01"; m = m.Next() {
			mine, err := o.Late(t.Context(), m.Name)
			its, otherErr := other.Late(t.Context(), m.Name)
			if diff := cmp.Diff(mine, its); diff != "" || err != nil || otherErr != nil {
				t.Errorf("late in %s, %s: %v %v %s", m.Name, name, err, otherErr, diff)
			}
		}
	}
	balance := map[string]decimal.Decimal{}
	for m, i := monthOf(t, o, "2025-01"), 0; i < len(files); m, i = m.Next(), i+1 {
		shown, err := o.Get(t.Context(), m.Name)
		if err != nil || shown.Status != period.StatusClosed {
			t.Fatalf("%s is %s, %v", m.Name, shown.Status, err)
		}
		sum := int64(123*(i+1) + 7 + 50) // with the payout
		if i > 0 {
			sum += 1_000 + 60 + 50 // what came late, and what was reversed
		}
		for _, l := range shown.Closing.TrialBalance {
			if !l.Opening.Equal(balance[l.Account]) || !l.Debit.Add(l.Credit).Equal(decimal.NewFromInt(sum)) {
				t.Errorf("%s: %+v, want %d after %s", m.Name, l, sum, balance[l.Account])
			}
			balance[l.Account] = l.Closing
		}
		late, err := o.Late(t.Context(), m.Name)
		if want := lateIn(i); err != nil || strings.Join(amounts(late), " ") != want || late.Facts[0].PostsIn != m.Next().Name {
			t.Errorf("%s: late are %v, want %s: %v", m.Name, amounts(late), want, err)
		}
		if !bytes.Equal(o.statement(m.Name), files[i]) {
			t.Errorf("the statement of %s changed", m.Name)
		}
	}
	list, err := o.List(t.Context())
	if err != nil || len(list) != 13 || list[0].Status != period.StatusRunning || list[12].Period != "2025-01" || *list[12].By != "admin:1" {
		t.Errorf("%+v %v", list, err)
	}
	o.Notary = counter{o.Log.Store(), notaryKeyAfterRotation(t)}
	if !bytes.Equal(o.statement("2025-01"), files[0]) {
		t.Error("the statement changed with the master secret")
	}
}

// lateIn is what the year books after its month number i, with a value date in it: the amounts of the first two entries of
// the next month are of its last two days, and one entry is of the first instant after the month. 60 and 50 reverse a
// payment and a payout of the month.
func lateIn(i int) string {
	if late := "1000"; i == 11 {
		return late + " 60 50"
	}
	return fmt.Sprint("1000 60 50 ", 100*(i+2), " ", 20*(i+2))
}

func amounts(late periodservice.Late) (all []string) {
	for _, f := range late.Facts {
		all = append(all, f.Amount.String())
	}
	return all
}

// notaryKeyAfterRotation is a key whose former one is that of key.
func notaryKeyAfterRotation(t *testing.T) notary.Key {
	t.Helper()
	k, err := notary.DeriveKey(secret.NewRing("next", "master"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTheChecklistSaysWhatToDo(t *testing.T) {
	t.Parallel()
	o := inMemory(t)
	m := monthOf(t, o, "2025-02")
	if _, err := o.Get(t.Context(), m.Name); domaintest.Refusal(err) != "invalid_field period" {
		t.Errorf("an empty log: %v", err)
	}
	o.now = m.From.AddDate(0, 0, -10)
	o.enter(1, "2025-01-22")
	o.now = m.From.AddDate(0, 0, 26)
	o.enter(2, "2025-02-27")
	for _, c := range []struct{ month, refused string }{
		{"2025-13", "invalid_field period"},
		{"2025-1", "invalid_field period"},
		{"9999-12", "invalid_field period"},
		{"2024-12", "invalid_field period"},
		{"2025-03", "invalid_field period"},
	} {
		if _, err := o.Get(t.Context(), c.month); domaintest.Refusal(err) != c.refused {
			t.Errorf("%s: %v", c.month, err)
		}
	}
	if _, err := o.closeAs("2025-02", "admin:1", ""); domaintest.Refusal(err) != "period_running period" {
		t.Errorf("a running month: %v", err)
	}
	o.now = m.Until.Add(time.Hour)
	o.todo("2025-02", "over earlier verify reconcile")
	o.enter(3, "2025-02-27")
	o.audit(monthOf(t, o, "2025-02"), auditrunservice.Verified{}, auditrunservice.Reconciled{})
	o.todo("2025-02", "earlier")
	if _, err := o.closeAs("2025-02", "admin:1", ""); domaintest.Refusal(err) != "period_earlier_open period" {
		t.Errorf("after an open month: %v", err)
	}
}

// todo checks which checks are missing.
func (o *office) todo(month, want string) {
	o.t.Helper()
	shown, err := o.Get(o.t.Context(), month)
	if err != nil {
		o.t.Fatal(err)
	}
	missing := []string{}
	for _, c := range shown.Checks {
		if c.State == periodservice.CheckMissing {
			missing = append(missing, c.Name)
		}
	}
	if got := strings.Join(missing, " "); got != want || shown.Ready != (want == "") {
		o.t.Errorf("%s: missing is %q, want %q: %+v", month, got, want, shown.Checks)
	}
}
