package noticereactor

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/endpoint"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/noticerows"
	"gateway/test/rupiah"
)

func TestMain(m *testing.M) { reactortest.Main(m) }

type fixture struct {
	*reactortest.ProviderFixture
	client int64
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{reactortest.NewProviderFixture(t), reactortest.NextID()}
	at := w.Clock.Now()
	w.Append(account.Stream(w.client),
		account.Registered{ClientID: w.client, Code: "C", Name: "Toko", Email: "owner@example.com", At: at},
		person.Invited{ClientID: w.client, PersonID: w.client + 1_000_000, Email: "dev@example.com", Role: person.RoleDeveloper, Number: 1, ExpiresAt: at.Add(time.Hour), At: at},
		person.Joined{ClientID: w.client, PersonID: w.client + 1_000_000, At: at},
	)
	return w
}

var jakarta = time.FixedZone("WIB", 7*60*60)

func (w *fixture) reactor() *Notices {
	return New(w.Log, w.Queries, w.Watcher, w.Logger, Options{Now: w.Clock.Now, Calendar: calendar.In(jakarta), HoldDays: 3})
}

// given returns the notices of the stream with this key.
func (w *fixture) given(t *testing.T, key string) (all []notice.Given) {
	t.Helper()
	page, err := w.Store.ReadStream(context.Background(), notice.Stream(key), 0, eventstore.Forwards, 10)
	w.Must(err)
	for _, e := range page {
		decoded, err := w.Log.Decode(e)
		w.Must(err)
		all = append(all, decoded.Event.(notice.Given))
	}
	return all
}

// told returns the items that each recipient of a notice was told.
func told(n notice.Given) map[string][]string {
	all := make(map[string][]string)
	for _, r := range n.Recipients {
		all[r.Email] = r.Items
	}
	return all
}

func TestWhatNeedsAttentionIsToldOnceADayToThoseWhomItConcerns(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	fails := func(id int64) {
		w.Append(endpoint.Stream(id), endpoint.Failing{EndpointID: id, ClientID: w.client, Host: "a.test", Since: w.Clock.Now(), At: w.Clock.Now()})
	}
	endpointID, disputed := reactortest.NextID(), reactortest.NextTransactionID()
	due := w.Clock.Now().Add(72 * time.Hour).Truncate(time.Second)
	fails(endpointID)
	w.Append(payment.Stream(disputed), payment.DisputeOpened{
		Identity:     reactortest.Identity(w.client, disputed),
		DisputeOrder: payment.DisputeOrder{DisputeID: 7, Amount: rupiah.Of(100_000), DueBy: due}, At: w.Clock.Now(),
	})
	r, other := w.reactor(), w.reactor()
	w.Once(r)
	w.Once(other) // another instance, which knows nothing of the first
	first := notice.Given{ClientID: w.client, Kind: mail.KindAttention, Day: "2025-03-04"}
	all := w.given(t, keyOfDay(first))
	if len(all) != 1 {
		t.Fatalf("given %d times", len(all))
	}
	both, one := told(all[0])["owner@example.com"], told(all[0])["dev@example.com"]
	if len(both) != 2 || len(one) != 1 || one[0] != notice.Item(notice.ItemEndpoint, id(endpointID)) {
		t.Fatalf("the owner was told %v, the developer %v", both, one)
	}
	if !slices.Contains(both, "dispute 7 100000.00 "+due.UTC().Format(time.RFC3339)) {
		t.Errorf("the owner was told %v", both)
	}

	fails(reactortest.NextID())
	w.Once(r)
	if all := w.given(t, keyOfDay(first)); len(all) != 1 {
		t.Fatal("told twice on one day")
	}
	w.Clock.Advance(24 * time.Hour)
	w.Once(r)
	first.Day = "2025-03-05"
	if all := w.given(t, keyOfDay(first)); len(all) != 1 || len(all[0].Covers) != 1 {
		t.Fatalf("on the next day: %+v", all)
	}
}

func TestAPayoutIsToldOnceAndNotLongAfterwards(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.Append(account.Stream(w.client), person.MailsChosen{ClientID: w.client, PersonID: w.client, Off: []string{mail.KindWeeklySummary}, Language: "en", At: w.Clock.Now()})
	done := func() {
		w.Append(balance.Stream(reactortest.NextID()+500_000), balance.PayoutCompleted{
			Order:    balance.Order{Kind: balance.Withdrawal, ID: reactortest.NextID(), ClientID: w.client, Amount: rupiah.Of(50_000), Bank: "BCA", AccountNumber: "1234567890"},
			Movement: balance.Movement{At: w.Clock.Now()},
		})
	}
	r := w.reactor()
	done()
	w.Shown()
	due, err := w.Queries.DueNotices(t.Context(), mail.KindPayoutDone, w.Clock.Now(), 1_000)
	w.Must(err)
	i := slices.IndexFunc(due, func(d noticerows.Due) bool { return d.ClientID == w.client })
	if i < 0 {
		t.Fatalf("nothing is to be told of %d payouts", len(due))
	}
	w.Once(r)
	w.Once(w.reactor())
	all := w.given(t, due[i].Key)
	if len(all) != 1 || len(all[0].Recipients) != 1 || all[0].Recipients[0].Language != "en" || all[0].Values[notice.ValueAccount] != "7890" {
		t.Fatalf("given %+v", all)
	}
	if mails := all[0].Mails(); len(mails) != 1 || mails[0].Link.PersonID != w.client || mails[0].Link.Number != 1 {
		t.Errorf("the mails %+v", mails)
	}
	// The rows of a rebuild would be the same; the stream decides.
	w.Must(r.tellOfFact(t.Context(), due[i]))
	if all := w.given(t, due[i].Key); len(all) != 1 {
		t.Fatal("told again")
	}
	done()
	w.Shown()
	w.Clock.Advance(25 * time.Hour)
	due, err = w.Queries.DueNotices(t.Context(), mail.KindPayoutDone, w.Clock.Now(), 1_000)
	w.Must(err)
	if slices.ContainsFunc(due, func(d noticerows.Due) bool { return d.ClientID == w.client }) {
		t.Error("old news is to be told")
	}
}

func TestTheWeekIsSummedUpOnMondayMorningOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	paid := reactortest.NextTransactionID()
	w.Append(payment.Stream(paid), reactortest.Paid(w.client, paid))
	key := keyOfDay(notice.Given{ClientID: w.client, Kind: mail.KindWeeklySummary, Day: "2025-03-10"})
	for at, want := range map[string]int{"2025-03-09T23:59:00Z": 0, "2025-03-11T01:00:00Z": 0} {
		now, err := time.Parse(time.RFC3339, at)
		w.Must(err)
		w.Clock.Set(now)
		w.Once(w.reactor())
		if got := len(w.given(t, key)); got != want {
			t.Errorf("at %s: given %d times", at, got)
		}
	}
	w.Clock.Set(time.Date(2025, 3, 10, 0, 30, 0, 0, time.UTC))
	r := w.reactor()
	w.Once(r)
	w.Once(w.reactor())
	all := w.given(t, key)
	if len(all) != 1 || all[0].Values["from"] != "2025-03-03" || all[0].Values["to"] != "2025-03-09" || len(all[0].Recipients) != 1 {
		t.Fatalf("given %+v", all)
	}
}

func TestRunningSumsAreAddedUpByRate(t *testing.T) {
	t.Parallel()
	sum := func(n, gross int64) statement.Sum {
		return statement.Sum{Count: n, Amounts: statement.Amounts{Gross: rupiah.Of(gross)}}
	}
	row := func(rate string, hour int, s statement.Sum) balancerows.HourlySum {
		one := balancerows.HourlySum{Line: statement.Payments, VATRate: rate, Sum: s}
		if hour > 0 {
			one.Hour = time.Unix(int64(hour)*3600, 0)
		}
		return one
	}
	got := grown(balancerows.HourlySums{Rows: []balancerows.HourlySum{
		row("11", 0, sum(5, 500)), row("12", 0, sum(1, 10)), row("11", 2, sum(7, 900)), row("", 3, sum(2, 40)), row("11", 4, sum(8, 1_000)),
		{Line: statement.Adjustments, Sum: sum(9, 9)},
	}})
	if got.Count != 5 || !got.Gross.Equal(rupiah.Of(540)) {
		t.Errorf("%+v", got)
	}
}

func id(n int64) string { return strconv.FormatInt(n, 10) }
