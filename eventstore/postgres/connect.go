package postgres

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"time"

	"gateway/eventstore/wire"

	"github.com/lib/pq"
)

// sessionConfig configures one kind of database session.
type sessionConfig struct {
	name      string
	settings  map[string]string                       // server settings
	ioTimeout time.Duration                           // the longest wait for the server or the network
	claim     *claimHolder                            // nil for no claim
	wrap      func(driver.Connector) driver.Connector // nil for no wrapper
}

// open returns a pool of at most conns connections. It does not connect yet.
func (s sessionConfig) open(dsn string, conns int) (*sql.DB, error) {
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read the DSN: %w", withoutSecrets(err))
	}
	if cfg.Runtime == nil {
		cfg.Runtime = make(map[string]string)
	}
	maps.Copy(cfg.Runtime, s.settings)
	cfg.FallbackApplicationName = s.name
	if cfg.ConnectTimeout <= 0 {
		cfg.ConnectTimeout = wire.ConnectTimeout
	}
	// Arrays are sent in PostgreSQL's binary format (wire.Array).
	cfg.BinaryParameters = true
	connector, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		return nil, fmt.Errorf("read the DSN: %w", withoutSecrets(err))
	}
	connector.Dialer(wire.Dialer{IOTimeout: s.ioTimeout})
	var wrapped driver.Connector = connector
	if s.wrap != nil {
		wrapped = s.wrap(connector)
	}
	db := sql.OpenDB(s.claim.wrap(wrapped))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// withoutSecrets removes the URL, which contains the password, from an error.
func withoutSecrets(err error) error {
	if malformed, ok := errors.AsType[*url.Error](err); ok {
		return malformed.Err
	}
	return err
}
