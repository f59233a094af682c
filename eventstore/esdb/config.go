package esdb

import (
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/sirupsen/logrus"
)

// Config configures a Store.
type Config struct {
	// URL is a connection string: esdb://host:2113?tls=false, esdb://user:password@a,b,c (a cluster), or
	// esdb+discover://name (a cluster, found by DNS). kurrentdb://, kurrent:// and kdb:// mean the same as
	// esdb://. An IPv6 address must be in brackets. The options are those of the official client, except
	// those that would break a promise of the Store; connection_options.go lists them.
	URL string
	// RetryFor is how long a call is retried while the server can't be reached or the outcome of an append is
	// unknown; 10 s if zero. An attempt under way is not cut short and can take up to its own time limit (10
	// s, a read 30 s) longer.
	RetryFor time.Duration
	// CheckEvery is the pause between two checks that the node of the subscription still leads the cluster
	// and that the subscription keeps up with it; 3 s if zero.
	CheckEvery time.Duration
	// Log receives messages for the operator; nil discards them.
	Log logrus.FieldLogger
}

// IsURL reports whether the scheme of a connection string is one of EventStoreDB.
func IsURL(raw string) bool {
	_, _, ok := cutScheme(raw)
	return ok
}

// CheckURL returns an error for a connection string that Open would refuse. The error repeats only the names
// of options from it, because the string may contain a password.
func CheckURL(raw string) error {
	_, err := parseURL(raw)
	return err
}

func (c Config) withDefaults() Config {
	if c.RetryFor <= 0 {
		c.RetryFor = 10 * time.Second
	}
	if c.CheckEvery <= 0 {
		c.CheckEvery = 3 * time.Second
	}
	if c.Log == nil {
		silent := logrus.New()
		silent.SetLevel(logrus.PanicLevel)
		c.Log = silent
	}
	return c
}

// logTo writes the client's messages at debug level: the client reports as errors what the store retries.
func logTo(log logrus.FieldLogger) client.LoggingFunc {
	return func(_ client.LogLevel, format string, args ...any) {
		log.Debug("EventStoreDB client: " + fmt.Sprintf(format, args...))
	}
}
