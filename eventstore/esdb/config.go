package esdb

import (
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/sirupsen/logrus"
)

// Config of a Store.
type Config struct {
	// URL is a connection string, with the options of the official client (options
	// lists them): esdb://host:2113?tls=false, esdb://user:password@a,b,c (a
	// cluster), esdb+discover://name (a cluster, by DNS); kurrentdb:// means the same.
	URL string
	// RetryFor is how long a call is repeated while the server can't be reached or
	// an append's outcome is unknown; 10 s when zero. An attempt under way is not
	// cut short, which may take as long again.
	RetryFor time.Duration
	// Log receives what an operator should know; nothing when nil.
	Log logrus.FieldLogger
}

// IsURL tells connection strings of this store from those of others.
func IsURL(raw string) bool {
	_, _, ok := cutScheme(raw)
	return ok
}

// CheckURL says what is wrong with a connection string, without repeating any of it
// but the names of options: there may be a password in it.
func CheckURL(raw string) error {
	_, err := parse(raw)
	return err
}

func (c Config) withDefaults() Config {
	if c.RetryFor <= 0 {
		c.RetryFor = 10 * time.Second
	}
	if c.Log == nil {
		silent := logrus.New()
		silent.SetLevel(logrus.PanicLevel)
		c.Log = silent
	}
	return c
}

// logTo makes the client talk where it is heard on demand only: it complains of
// what is dealt with here.
func logTo(log logrus.FieldLogger) client.LoggingFunc {
	return func(_ client.LogLevel, format string, args ...any) {
		log.Debug("EventStoreDB client: " + fmt.Sprintf(format, args...))
	}
}
