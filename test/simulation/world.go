package simulation

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
	"gateway/http/service/callbackservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/suspenseservice"
	"gateway/projections/reactor/callbackreactor"
	"gateway/projections/reactor/paymentreactor"
	"gateway/projections/reactor/payoutreactor"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// world is one run: the service, everything outside of it, and what the oracle knows.
type world struct {
	*scheduler
	seed    uint64
	began   time.Time
	limits  limits
	weather weather
	confirm bool
	logger  *logrus.Entry

	memory    *storetest.Memory
	cluster   *cluster         // nil: the log is the embedded store, even after an import
	postgres  *onPostgres      // nil: log and read models are in memory
	reader    eventstore.Store // the log without faults, for the run itself
	rows      *readModels
	processes []*process
	leader    *process
	starts    int
	tasks     int
	running   int // operations under way
	// changed counts what reactors may have to handle: batches of the read models, and time passing.
	changed     int
	storeDown   bool
	providerAPI string

	providers []*fakeProvider // by connection, in the order of the configuration
	receivers map[string]*receiver
	attempts  map[string]int // by callback id
	clients   []*client
	requests  []*request
	// refundsAsked is how many refunds merchants asked for.
	refundsAsked int
	// books is what the people who keep books know.
	books ledgers
	// disputesEntered is how many disputes staff entered by hand.
	disputesEntered int

	// calm is above 0 while nothing goes wrong: at the start, and at the end.
	calm int
	// restored: the log lost events. setUpEvents is the number of events before the first operation.
	restored    bool
	lost        lost
	plan        plan
	moves       int
	importedAs  string // the id of the imported embedded log
	setUpEvents int64
	// ends are the numbers of events after each append. A backup holds all events of an append or none.
	ends []int64
	// generation is the number of events at the start of the newest generation. A restore to an earlier point
	// would use its number, and the ids of lost requests, a second time.
	generation int64
	// told holds the ids in answers, by kind.
	told   map[string]*request
	tellMu sync.Mutex // held while an answer is recorded
	// resent are the callbacks that an administrator had sent again.
	resent map[string]bool
	faults int

	idMu     sync.Mutex
	story    *story
	failures []string
	decoded  []eventstore.Envelope // the log, for the checks
}

// limits are parameters of the service, small enough to be reached in a short run.
type limits struct {
	page          int
	snapshotEvery int64
	bookings      int           // on a page of the provider's books
	slice         time.Duration // of those books, which one pass reads
}

// weather says how often things go wrong: once in so many cases, never if 0. Each seed has its own, so that
// some runs are calm except for one kind of fault.
type weather struct {
	appendFails, checkpointCrash                                         int
	requestLost, requestLate, answerLost, answerGarbled, proxyAnswers    int
	notificationLost, notificationTwice, notificationForged, lookUpsLag  int
	receiverFails, kills, freezes, takeovers, storeOutages, modelsLost   int
	floatOutages, suspensions, wrongAmounts, secondPayments, latePayment int
	reversals, switches, restores, formerVersions                        int
	elections, aborts                                                    int // of a cluster
	providersDown, providersHang, reroutes                               int // of several connections
}

func (w *world) drawWeather() {
	pick := func(usual int) int {
		switch w.random.IntN(4) {
		case 0:
			return 0
		case 1:
			return max(2, usual/4)
		}
		return usual
	}
	w.weather = weather{
		appendFails: pick(80), checkpointCrash: pick(100),
		requestLost: pick(30), requestLate: pick(30), answerLost: pick(20), answerGarbled: pick(40), proxyAnswers: pick(60),
		notificationLost: pick(15), notificationTwice: pick(8), notificationForged: pick(40), lookUpsLag: pick(40),
		receiverFails: pick(10), kills: pick(40), freezes: pick(40), takeovers: pick(30), storeOutages: pick(80), modelsLost: pick(150),
		floatOutages: pick(40), suspensions: pick(60), wrongAmounts: pick(12), secondPayments: pick(12), latePayment: pick(8),
		reversals: pick(5), switches: pick(20), formerVersions: pick(12),
	}
	if w.cluster != nil {
		w.weather.elections, w.weather.aborts = pick(16), pick(40)
	}
	if len(w.providers) > 1 {
		w.weather.providersDown, w.weather.providersHang, w.weather.reroutes = pick(20), pick(20), pick(40)
	}
	if w.chance(16) {
		w.weather.restores = 40
	}
}

func newWorld(seed uint64, telling bool, d *onPostgres) *world {
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	quiet.SetLevel(logrus.PanicLevel)
	w := &world{
		scheduler: newScheduler(seed), seed: seed, memory: storetest.NewMemoryOf("memory"), rows: newReadModels(),
		receivers: make(map[string]*receiver), attempts: make(map[string]int), told: make(map[string]*request), resent: make(map[string]bool), story: &story{telling: telling}, calm: 1, lost: newLost(),
		began: time.Now(),
	}
	if telling {
		quiet.SetLevel(logrus.WarnLevel)
		quiet.AddHook(logHook{w})
	}
	w.logger = logrus.NewEntry(quiet)
	w.makeProviders()
	if w.postgres = d; d == nil && OnCluster(seed) {
		w.cluster = &cluster{world: w}
	}
	w.reader = w.openLog()
	w.limits = limits{page: 2 + w.random.IntN(6), snapshotEvery: int64(3 + w.random.IntN(40)), bookings: 2 + w.random.IntN(20), slice: time.Duration(1+w.random.IntN(12)) * time.Hour}
	w.confirm = w.random.IntN(2) == 0
	w.providerAPI = "v1"
	w.drawWeather()
	w.plan = w.drawPlan()
	w.planBooks()
	if d != nil {
		d.random = rand.New(rand.NewPCG(seed, 0x5ea1))
		w.weather.restores = 0 // only a plan has an import
	}
	return w
}

// openLog opens the log, as a process does.
func (w *world) openLog() transfer.Store {
	if w.postgres != nil {
		return postgresStore{w.postgres.log, w.postgres, w}
	}
	switch {
	case w.cluster != nil:
		return offsets{w.memory.Open()}
	case w.importedAs != "":
		return imported{w.memory.Open(), w.importedAs}
	}
	return w.memory.Open()
}

// rows are the queries of the reactors and use cases.
type rows interface {
	payoutreactor.PayoutQueue
	paymentreactor.PaymentQueue
	paymentreactor.HoldQueue
	callbackreactor.CallbackQueue
	payoutservice.Rows
	refundRows
	paymentreactor.DisputeQueue
	disputeservice.Rows
	suspenseservice.Rows
	callbackservice.Rows
}

// queries returns the queries of the read models.
func (w *world) queries() rows {
	if w.postgres != nil {
		return w.postgres
	}
	return w.rows
}

// head is the position of the newest event.
func (w *world) head() eventstore.Position {
	at, err := w.reader.Head(context.Background())
	if err != nil {
		panic(err)
	}
	return at
}

// count is the number of events in the log.
func (w *world) count() int64 {
	if w.postgres != nil {
		return w.head().Commit
	}
	return int64(w.memory.Len())
}

// spawn runs work as a task of a process, or of none, from its first turn on.
func (w *world) spawn(p *process, name string, work func(ctx context.Context)) {
	w.spawnWith(context.Background(), p, name, work)
}

func (w *world) spawnWith(ctx context.Context, p *process, name string, work func(ctx context.Context)) {
	w.tasks++
	ctx = context.WithValue(ctx, taskKey{}, &task{w.tasks, name})
	go func() {
		w.stopAt(ctx, p, "begin", name, nil)
		work(ctx)
	}()
}

// eventID gives an event an id that is derived from the seed.
func (w *world) eventID(process int, proposals map[string]int, stream string, at eventstore.Revision) uuid.UUID {
	w.idMu.Lock()
	proposals[stream]++
	n := proposals[stream]
	w.idMu.Unlock()
	var seed [16]byte
	binary.BigEndian.PutUint64(seed[:], w.seed)
	return uuid.NewSHA1(seed, fmt.Appendf(nil, "%d %s %d %d", process, stream, at, n))
}

// appended is called for every committed event.
func (w *world) appended(p *process, stream string, expected eventstore.Revision, events []eventstore.Proposed) {
	w.ends = append(w.ends, w.count())
	for i, e := range events {
		fmt.Fprintln(w.trace, stream, e.ID, e.Type, string(e.Data))
		w.note("%s: %s@%d %s %s", p.name, stream, expected+1+int64(i), e.Type, e.Data)
	}
}

// pass lets time pass, and does what becomes due meanwhile.
func (w *world) pass(d time.Duration) {
	time.Sleep(d)
	w.cluster.pass()
	for _, at := range w.providers {
		at.takeLate()
	}
	w.changed++
}

// fail records a breach of a rule.
func (w *world) fail(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.failures = append(w.failures, text)
	w.note("WRONG: %s", text)
}

// fault notes a fault that the run injected.
func (w *world) fault(p *process, format string, args ...any) {
	w.faults++
	if w.story.telling {
		w.note("%s: %s", p.name, fmt.Sprintf(format, args...))
	}
}
