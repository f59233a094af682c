package esdb

import (
	"context"
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// CheckResult is the result of one part of Check.
type CheckResult struct {
	// Name is what was checked, such as "expected revisions".
	Name string `json:"name"`
	// Problems lists the deviations that were found, in words for an operator.
	Problems []string `json:"problems,omitempty"`
	// Unchecked says why this part was not checked; empty if it was.
	Unchecked string `json:"unchecked,omitempty"`
	// Note is extra information for an operator, such as the version or a duration.
	Note string `json:"note,omitempty"`
}

// checkTypePrefix begins the types of the events that Check writes. The `$` makes them system events, which
// readers of the log do not see.
const checkTypePrefix = "$gateway-check"

// checker holds what the parts of a check share.
type checker struct {
	store  *Store
	stream string // the scratch stream
	result *CheckResult
}

// part is one part of a check. It returns an error if the part could not be carried out.
type part struct {
	name string
	run  func(*checker, context.Context) error
}

// parts are carried out in this order. The parts after rights need the user's rights.
var parts = []part{
	{"version", (*checker).version},
	{"leader", (*checker).leader},
	{"rights", (*checker).rights},
	{"expected revisions and repeated appends", (*checker).revisions},
	{"content", (*checker).content},
	{"streams that do not exist", (*checker).noStream},
	{"positions and the order of $all", (*checker).order},
	{"reads show what was written", (*checker).freshness},
	{"subscription", (*checker).subscription},
	{"no stream lacks its beginning", (*checker).beginnings},
	{"largest append", (*checker).size},
	{"clock", (*checker).clock},
	{"speed", (*checker).speed},
}

// Check tests the behaviour that the gateway needs from a server: its version, its leader, the user's rights,
// expected revisions, repeated appends, the order of $all, and the subscription. It writes about a megabyte
// of system events into a new stream, gateway-check-<id>, and reads the first thousand events of the log. It
// can run beside running gateways and changes nothing for them. The results are in the order of the parts;
// progress receives each one as soon as it is known. It returns an error for a wrong connection string.
func Check(ctx context.Context, cfg Config, progress func(CheckResult)) ([]CheckResult, error) {
	cfg = cfg.withDefaults()
	config, err := parseURL(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("EventStoreDB's connection string: %w", err)
	}
	config.Logger = logTo(cfg.Log)
	s := &Store{
		pool: newPool(config), retryFor: cfg.RetryFor, quit: make(chan struct{}), refusals: &refusals{log: cfg.Log},
	}
	s.follower = newFollower(s, cfg)
	defer func() { _ = s.Close() }() // always returns nil
	var results []CheckResult
	c := &checker{store: s, stream: "gateway-check-" + uuid.NewString()}
	for _, p := range parts {
		c.result = &CheckResult{Name: p.name}
		if err := p.run(c, ctx); err != nil {
			c.problem("can't be carried out: %v", err)
		}
		results = append(results, *c.result)
		progress(*c.result)
		if p.name == "rights" && len(c.result.Problems) > 0 {
			break
		}
	}
	return results, nil
}

func (c *checker) problem(format string, args ...any) {
	c.result.Problems = append(c.result.Problems, fmt.Sprintf(format, args...))
}

func (c *checker) note(format string, args ...any) { c.result.Note = fmt.Sprintf(format, args...) }

// newEvent returns an event for the scratch stream.
func newEvent(data string) client.EventData {
	return client.EventData{
		EventID: uuid.New(), EventType: checkTypePrefix, ContentType: client.ContentTypeJson,
		Data: []byte(data), Metadata: []byte(`{"check": "gateway"}`),
	}
}

// append appends to the scratch stream, or to a stream that belongs to it, and repeats attempts whose outcome
// is unknown.
func (c *checker) append(
	ctx context.Context, suffix string, at client.ExpectedRevision, events ...client.EventData,
) (*client.WriteResult, error) {
	o := client.AppendToStreamOptions{ExpectedRevision: at}
	return retry(ctx, c.store, func() (*client.WriteResult, error) {
		return call(ctx, c.store.pool, write, func(ctx context.Context, cl *client.Client) (*client.WriteResult, error) {
			return cl.AppendToStream(ctx, c.stream+suffix, o, events...)
		})
	})
}

// readScratch reads the scratch stream from its beginning.
func (c *checker) readScratch(ctx context.Context, suffix string, limit uint64) ([]*client.RecordedEvent, error) {
	return retry(ctx, c.store, func() ([]*client.RecordedEvent, error) {
		return call(ctx, c.store.pool, read, func(ctx context.Context, cl *client.Client) ([]*client.RecordedEvent, error) {
			return readRaw(cl.ReadStream(ctx, c.stream+suffix, client.ReadStreamOptions{From: client.Start{}}, limit))
		})
	})
}

// readAll reads $all from a position (inclusive).
func (c *checker) readAll(
	ctx context.Context, dir client.Direction, from client.AllPosition, limit uint64,
) ([]*client.RecordedEvent, error) {
	return retry(ctx, c.store, func() ([]*client.RecordedEvent, error) {
		return call(ctx, c.store.pool, read, func(ctx context.Context, cl *client.Client) ([]*client.RecordedEvent, error) {
			return readRaw(cl.ReadAll(ctx, client.ReadAllOptions{Direction: dir, From: from}, limit))
		})
	})
}

// since returns the time since began, rounded for people.
func since(began time.Time) time.Duration { return time.Since(began).Round(100 * time.Microsecond) }
