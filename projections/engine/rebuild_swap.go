package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

const (
	// A swap waits this long for the tables at most, since whoever reads them next
	// waits behind it; then it lets all go and tries again, for as long as a query
	// may take.
	tablesWait  = "100ms"
	swapPause   = 500 * time.Millisecond
	swapPatient = 10 * time.Minute
)

// errFar says that there is too much left to apply while the model stands still.
var errFar = errors.New("the shadow is too far behind")

// freeze keeps the model that serves from moving while do works, which must be
// short: the engine's next batch waits for it. Locks that are not to be had in time
// make it begin again.
func (r *Rebuilder) freeze(ctx context.Context, name string, do func(*sql.Tx, Checkpoint) error) error {
	giveUp := time.Now().Add(swapPatient)
	for {
		err := r.frozen(ctx, name, do)
		var server *pq.Error
		contended := errors.As(err, &server) && (server.Code.Name() == "lock_not_available" || server.Code.Name() == "deadlock_detected")
		if !contended || time.Now().After(giveUp) {
			return err
		}
		if err := wait(ctx, swapPause); err != nil {
			return err
		}
	}
}

func (r *Rebuilder) frozen(ctx context.Context, name string, do func(*sql.Tx, Checkpoint) error) error {
	return r.atOnce(ctx, func(tx *sql.Tx) error {
		// A process that is stopped here must not stop the engine with it.
		if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = '3s'`); err != nil {
			return err
		}
		c := Checkpoint{Name: name}
		err := tx.QueryRowContext(ctx, `SELECT commit_position, prepare_position, state FROM checkpoints WHERE name = $1 FOR UPDATE`,
			name).Scan(&c.Position.Commit, &c.Position.Prepare, &c.State)
		if err != nil {
			return fmt.Errorf("lock the checkpoint of %s: %w", name, err)
		}
		return do(tx, c)
	})
}

// level brings a shadow to where the frozen model is, unless it is beyond that: a
// halted model stays behind.
func (r *Rebuilder) level(ctx context.Context, s *shadow, to eventstore.Position) error {
	for left := near; s.at.Before(to); {
		page, err := r.log.Store().ReadAll(ctx, s.at, near+1)
		if err != nil {
			return err
		}
		page = upTo(page, to)
		if left -= len(page); left < 0 || len(page) == 0 {
			return errFar
		}
		events, err := open(r.log, page)
		if err != nil {
			return err
		}
		s.until = to
		if err := errors.Join(s.apply(ctx, events), s.poisoned); err != nil {
			return err
		}
	}
	return nil
}

// approach brings a shadow to the frontier.
func (r *Rebuilder) approach(ctx context.Context, s *shadow) error {
	served, err := r.served(ctx, r.models)
	if err != nil {
		return err
	}
	s.until = frontier(served, r.models)
	_, err = load(ctx, r.log, []*lane{&s.lane}, func(eventstore.Position) {})
	return errors.Join(err, s.poisoned)
}

// swap makes the shadow serve, at exactly the position where the old tables stand,
// or ahead of them where they are halted or late: no read goes back in time. The
// old tables are kept.
func (r *Rebuilder) swap(ctx context.Context, s *shadow) error {
	retired := pq.QuoteIdentifier(retiredPrefix + s.model.Name())
	if s.schema != retiredPrefix+s.model.Name() {
		// Here and not in the swap: to remove a big table takes a while.
		if err := r.exec(ctx, `DROP SCHEMA IF EXISTS `+retired+` CASCADE`); err != nil {
			return err
		}
	}
	for {
		if err := r.approach(ctx, s); err != nil {
			return err
		}
		err := r.freeze(ctx, s.model.Name(), func(tx *sql.Tx, served Checkpoint) error {
			if err := r.level(ctx, s, served.Position); err != nil {
				return err
			}
			return exchange(ctx, tx, s, served)
		})
		if !errors.Is(err, errFar) {
			return err
		}
	}
}

// exchange moves the tables between the schemas.
func exchange(ctx context.Context, tx *sql.Tx, s *shadow, served Checkpoint) error {
	var live string
	if err := tx.QueryRowContext(ctx, `SELECT quote_ident(current_schema())`).Scan(&live); err != nil {
		return err
	}
	if err := execAll(ctx, tx, exchangeStatements(s, live)); err != nil {
		return err
	}
	state := served.State
	if served.State == StateHalted || served.Position != s.at {
		state = StateRebuilding // until the engine has taken it in
	}
	_, err := tx.ExecContext(ctx, `UPDATE checkpoints SET commit_position = $2, prepare_position = $3, state = $4, error = '',
		updated_at = now() WHERE name = $1`, s.model.Name(), s.at.Commit, s.at.Prepare, state)
	return err
}

func exchangeStatements(s *shadow, live string) []string {
	name := s.model.Name()
	from, to := pq.QuoteIdentifier(shadowPrefix+name), pq.QuoteIdentifier(retiredPrefix+name)
	statements := []string{`SET LOCAL lock_timeout = '` + tablesWait + `'`}
	for _, table := range s.model.Tables() {
		statements = append(statements, `LOCK TABLE `+live+`.`+pq.QuoteIdentifier(table)+` IN ACCESS EXCLUSIVE MODE`)
	}
	if s.schema != shadowPrefix+name { // a rollback
		statements = append(statements, `ALTER SCHEMA `+pq.QuoteIdentifier(s.schema)+` RENAME TO `+from)
	}
	statements = append(statements,
		`CREATE SCHEMA `+to,
		`CREATE TABLE `+to+`.checkpoints (LIKE `+live+`.checkpoints INCLUDING ALL)`,
		`INSERT INTO `+to+`.checkpoints SELECT * FROM `+live+`.checkpoints WHERE name = `+pq.QuoteLiteral(name))
	for _, table := range s.model.Tables() {
		table = pq.QuoteIdentifier(table)
		statements = append(statements,
			`ALTER TABLE `+live+`.`+table+` SET SCHEMA `+to,
			`ALTER TABLE `+from+`.`+table+` SET SCHEMA `+live)
	}
	return append(statements, `DROP SCHEMA `+from+` CASCADE`)
}
