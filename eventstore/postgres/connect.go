package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"time"

	"github.com/lib/pq"
)

const connectTimeout = 5 * time.Second

// session is what one kind of connection asks of the server, and of the network:
// a server that says nothing for longer than silence is taken for lost.
type session struct {
	name     string
	settings map[string]string
	silence  time.Duration
	claim    *claiming // none when nil
}

// open makes a pool of at most conns connections; nothing is dialled yet.
func (s session) open(dsn string, conns int) (*sql.DB, error) {
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
		cfg.ConnectTimeout = connectTimeout
	}
	// Bytes go as they are: arrays are sent in PostgreSQL's binary format (array.go).
	cfg.BinaryParameters = true
	connector, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		return nil, fmt.Errorf("read the DSN: %w", withoutSecrets(err))
	}
	connector.Dialer(dialer{silence: s.silence})
	db := sql.OpenDB(s.claim.over(connector))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// withoutSecrets drops the URL, which has the password in it, from an error.
func withoutSecrets(err error) error {
	if malformed, ok := errors.AsType[*url.Error](err); ok {
		return malformed.Err
	}
	return err
}

// dialer makes connections whose every read and write is bounded: a peer that
// vanished without a word (host gone, network cut) would block for minutes.
type dialer struct{ silence time.Duration }

func (d dialer) Dial(network, address string) (net.Conn, error) {
	return d.DialTimeout(network, address, connectTimeout)
}

func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	var plain net.Dialer
	c, err := plain.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return impatientConn{Conn: c, silence: d.silence}, nil
}

type impatientConn struct {
	net.Conn
	silence time.Duration
}

func (c impatientConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c impatientConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
