package lastmonth

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/catalogue"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/postgres"
	"gateway/test/former"

	"github.com/google/uuid"
)

// tradedOn is the day on which the log of test/former was written.
const tradedOn = "2026-11-26"

// Trade fills a log that no gateway serves yet with the trade of the five clients of test/former, as if it had been on the last
// day of the month before the present one, in the afternoon of UTC. It returns that month, such as 2026-01. Administrators
// are left out, so that a gateway makes its own.
func Trade(tb testing.TB, eventsDSN string) (month string) {
	tb.Helper()
	days := calendar.Calendar{}
	first, _, err := days.Month("month", days.MonthOf(time.Now()))
	if err != nil {
		tb.Fatal(err)
	}
	last := first.Add(-time.Nanosecond)
	store, err := postgres.Open(tb.Context(), postgres.Config{DSN: eventsDSN})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = store.Close() }() // a test that has read nothing loses nothing
	shift, at, moved := shiftTo(tb, days.DayOf(last)), last, map[string]eventstore.Position{}
	for _, e := range traded(tb) {
		if category, _, _ := strings.Cut(e.Stream, "-"); slices.Contains([]string{"admin", "admin_login", "idempotency", "store"}, category) {
			continue
		}
		at, err = time.Parse(time.RFC3339Nano, shift(e.BookedAt.UTC().Format(time.RFC3339Nano)))
		if err != nil {
			tb.Fatal(err)
		}
		data := sources.ReplaceAllStringFunc(shift(string(e.Data)), func(source string) string {
			to := moved[sources.FindStringSubmatch(source)[1]]
			return fmt.Sprintf(`"source":{"store":%q,"commit":%d,"prepare":%d}`, store.ID(), to.Commit, to.Prepare)
		})
		appended, err := store.Append(tb.Context(), e.Stream, e.Revision-1,
			[]eventstore.Proposed{{ID: e.ID, Type: e.Type, Data: []byte(data), FirstBookedAt: at}})
		if err != nil {
			tb.Fatal(err)
		}
		moved[fmt.Sprint(e.Position.Commit)] = appended.Position
	}
	for clientID := range int64(clients) {
		giveTaxData(tb, store, clientID+1, at)
	}
	return days.MonthOf(last)
}

// clients is how many clients trade.
const clients = 5

// giveTaxData gives a client the data that a fee invoice needs.
func giveTaxData(tb testing.TB, store eventstore.Store, clientID int64, at time.Time) {
	tb.Helper()
	e := tax.DataChanged{ClientID: clientID, By: "machine:test", At: at, Data: tax.Data{
		Name: fmt.Sprint("PT Toko Maju Bersama ", clientID), NPWP: fmt.Sprint("012345678901234", clientID),
		NITKU: fmt.Sprint("012345678901234", clientID, "000000"), Address: "Jl. Melati 1, Bandung", Email: "pajak@example.com",
	}}
	data, err := eventstore.NewCodec(catalogue.Events()...).Encode(e)
	if err == nil {
		_, err = store.Append(tb.Context(), tax.ClientStream(clientID), eventstore.NoStream,
			[]eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at}})
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// sources are the places of events in the log of test/former, by which others name them.
var sources = regexp.MustCompile(`"source":\{"store":"[^"]*","commit":(\d+),"prepare":\d+\}`)

var dates = regexp.MustCompile(`\b20\d\d-\d\d-\d\d`)

// shiftTo returns what moves each date of a text by as many days as tradedOn is from the day.
func shiftTo(tb testing.TB, day string) func(string) string {
	tb.Helper()
	from, err := time.Parse(time.DateOnly, tradedOn)
	if err != nil {
		tb.Fatal(err)
	}
	to, err := time.Parse(time.DateOnly, day)
	if err != nil {
		tb.Fatal(err)
	}
	return func(text string) string {
		return dates.ReplaceAllStringFunc(text, func(date string) string {
			at, err := time.Parse(time.DateOnly, date)
			if err != nil {
				return date
			}
			return at.Add(to.Sub(from)).Format(time.DateOnly)
		})
	}
}

// traded returns the events of test/former.
func traded(tb testing.TB) []eventstore.Recorded {
	tb.Helper()
	text, err := gzip.NewReader(bytes.NewReader(former.Log))
	if err != nil {
		tb.Fatal(err)
	}
	var all kept
	if _, err = backup.Import(tb.Context(), text, &all, nil); err != nil {
		tb.Fatal(err)
	}
	return all.events
}

// kept is a backup.Target that keeps the events.
type kept struct{ events []eventstore.Recorded }

func (*kept) Begin(context.Context, string) error { return nil }

func (k *kept) Add(_ context.Context, events []eventstore.Recorded) error {
	k.events = append(k.events, events...)
	return nil
}

func (*kept) Finish(context.Context) error { return nil }
