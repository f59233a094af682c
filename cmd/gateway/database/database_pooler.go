package database

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/lib/pq"
)

// ErrPooler says that a connection does not lead directly to PostgreSQL.
var ErrPooler = errors.New("is reached through pgbouncer or another pooler: connect to PostgreSQL directly. The gateway holds locks and " +
	"listens for notifications, which belong to a session, and a pooler hands sessions around")

// directly is a setting of the gateway's own. PostgreSQL accepts it at the start of a session. A pooler
// refuses it, or drops it if configured to ignore unknown settings.
const directly = "gateway.directly"

// refusePooler returns ErrPooler for a database behind a pooler. It leaves other errors to the code that
// connects next.
func refusePooler(ctx context.Context, raw string) error {
	db, err := connect(raw, 1, url.Values{directly: {"yes"}}, SlowQueries{})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it only read
	var got string
	err = db.GetContext(ctx, &got, `SELECT coalesce(current_setting($1, true), '')`, directly)
	refused, ok := errors.AsType[*pq.Error](err)
	if ok && strings.Contains(refused.Message, "unsupported startup parameter") || err == nil && got != "yes" {
		return fmt.Errorf("the database %s %w", databaseName(raw), ErrPooler)
	}
	return nil
}
