package simulation

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/catalogue"
	"gateway/domain/routing"
	"gateway/eventstore"

	"github.com/gin-gonic/gin"
)

// Options configure a run.
type Options struct {
	Seed uint64
	// Operations is the number of things that merchants, customers, administrators and the provider do, plus
	// the faults.
	Operations int
	// Tell keeps the story of the run.
	Tell bool
	// Postgres keeps the log and the read models in PostgreSQL (TEST_DATABASE_URL).
	Postgres bool
}

// Result is the outcome of a run.
type Result struct {
	Seed uint64
	// Failures is what was wrong, empty for a sound run.
	Failures []string
	// Trace is a hash of all that happened. The same seed gives the same one.
	Trace         uint64
	Steps, Events int
	Faults        int
	// Requests is how many requests merchants made, and Paid how many payments and payouts the provider made.
	Requests, Paid int
	Story          []string
}

// Run runs one seed.
func Run(t *testing.T, o Options) (r Result) {
	quietGin()
	var d *onPostgres
	if o.Postgres {
		d = openPostgres(t)
	}
	synctest.Test(t, func(*testing.T) {
		time.Sleep(26*365*24*time.Hour + time.Duration(o.Seed%1_000_000)*time.Minute)
		w := newWorld(o.Seed, o.Tell, d)
		w.setUp()
		w.live(o.Operations)
		w.settle()
		if len(w.failures) == 0 {
			w.check()
		}
		r = w.result()
		w.end()
	})
	return r
}

var quietGin = sync.OnceFunc(func() { gin.SetMode(gin.ReleaseMode) })

func (w *world) result() Result {
	r := Result{
		Seed: w.seed, Failures: w.failures, Trace: w.trace.Sum64(), Steps: w.steps, Events: int(w.count()),
		Faults: w.faults, Requests: len(w.requests), Story: w.story.lines,
	}
	for _, b := range w.bills() {
		r.Paid += len(b.transfers)
	}
	r.Paid += len(w.madePayouts())
	return r
}

// setUp registers the clients and starts the processes.
func (w *world) setUp() {
	codec := eventstore.NewCodec(catalogue.Events()...)
	for id := int64(1); id <= int64(2+w.random.IntN(3)); id++ {
		c := &client{id: id, url: fmt.Sprintf("https://shop-%d.example/callback", id)}
		w.clients = append(w.clients, c)
		w.receivers[c.url] = &receiver{}
		at := time.Now().UTC()
		w.put(codec, account.Stream(id),
			account.Registered{ClientID: id, Code: "C", Name: "Toko", Email: "toko@example.com", At: at},
			account.Approved{ClientID: id, By: "admin:1", At: at},
			account.AppAdded{ClientID: id, ID: id, Name: "App", Code: "C", At: at},
			account.ProfileUpdated{ClientID: id, Profile: account.Profile{Name: "Toko", Email: "toko@example.com", AccountNumber: "1234567890", Bank: "BCA"}, At: at},
			w.settings(id, at))
	}
	if w.chance(3) { // an upgrade
		w.formerHistory()
	}
	if len(w.providers) > 1 && !w.chance(4) {
		w.put(codec, routing.Stream(), routing.Changed{Rules: w.drawRules(), By: "admin:1", At: time.Now().UTC()})
	}
	if w.seed >= FirstWorld { // as a gateway does when it starts
		if err := eventstore.BindTimes(context.Background(), w.reader, time.Now()); err != nil {
			panic(err)
		}
	}
	w.setUpEvents = w.count()
	w.start("g", false).lead()
	w.start("g", false)
}

// settings are the settings of a client.
func (w *world) settings(id int64, at time.Time) account.SettingsChanged {
	s := account.SettingsChanged{ClientID: id, AutoApproveWithdrawal: w.chance(2), By: "admin:1", At: at}
	if w.refunding() && w.chance(2) {
		s.DailyRefundCap = &refundCap
	}
	return s
}

// put appends events outside of the service.
func (w *world) put(codec *eventstore.Codec, stream string, events ...domain.Event) {
	proposed := make([]eventstore.Proposed, len(events))
	for i, e := range events {
		data, err := codec.Encode(e)
		if err != nil {
			panic(err)
		}
		proposed[i] = eventstore.Proposed{ID: w.eventID(0, map[string]int{}, stream, int64(i)), Type: e.EventType(), Data: data}
	}
	if _, err := w.reader.Append(context.Background(), stream, eventstore.NoStream, proposed); err != nil {
		panic(err)
	}
}

// live is the part of the run in which operations start and faults happen.
func (w *world) live(operations int) {
	w.calm = 0
	most := 2 + w.random.IntN(10) // operations under way
	for done := 0; done < operations && len(w.failures) == 0; {
		w.bury()
		w.befall(done)
		w.keepUp()
		if w.running >= most && w.chance(40) { // they may all wait for what is broken
			w.mend()
			done++
		}
		if w.running < most && w.chance(7) {
			w.operate()
			done++
			continue
		}
		if !w.step() {
			w.operate()
			done++
			w.pass(w.aWhile())
		} else if w.chance(12) {
			w.pass(w.aWhile())
		}
	}
	w.calm = 1
}

// aWhile is usually short, and now and then long enough for anything to expire.
func (w *world) aWhile() time.Duration {
	switch n := w.random.IntN(200); {
	case n < 120:
		return time.Duration(w.random.IntN(300)) * time.Millisecond
	case n < 180:
		return time.Duration(w.random.IntN(10_000)) * time.Millisecond
	case n < 197:
		return time.Duration(w.random.IntN(90)) * time.Second
	case n < 199:
		return time.Duration(w.random.IntN(60)) * time.Minute
	}
	// Shorter than a day, because reading the provider's books may be broken for that long.
	return time.Duration(w.random.IntN(10*60)) * time.Minute
}

// operate starts one operation.
func (w *world) operate() {
	if w.cluster != nil && w.chance(w.weather.elections) {
		w.cluster.disturb()
		return
	}
	if w.refunding() && w.chance(5) {
		w.refundWork()
		return
	}
	if w.booking() && w.chance(4) {
		w.bookWork()
		return
	}
	if w.disputing() && w.chance(8) {
		w.disputeWork()
		return
	}
	switch n := w.random.IntN(100); {
	case n < 16:
		w.newRequest(salePayment)
	case n < 24:
		w.newRequest(withdrawal)
	case n < 30:
		w.newRequest(settlement)
	case n < 33 && w.booking() && !w.chance(8): // adjustments would leave clients little to owe
		w.newRequest(withdrawal)
	case n < 33:
		w.newRequest(adjustment)
	case n < 39:
		w.retry()
	case n < 50:
		w.customerPays()
	case n < 52:
		w.customersPayOneOrder()
	case n < 68:
		w.deliverNotification()
	case n < 76:
		w.providerWorks()
	case n < 82:
		w.review()
	case n < 84:
		w.cancelPayment()
	case n < 86:
		w.resolveSuspense()
	case n < 88:
		w.cancel()
	case n < 89:
		w.resend()
	case n < 90:
		w.setAutoApproval()
	case n < 92:
		w.forge()
	case n < 97:
		w.disturb()
	default:
		w.mend()
	}
}

// end ends everything, so that no goroutine is left.
func (w *world) end() {
	for _, p := range w.processes {
		w.kill(p, "at the end")
	}
	w.bury()
	w.endTasksOf(nil)
	time.Sleep(time.Hour) // timers that are left
}
