package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
)

// askDeepPage asks for the page in the middle of the payments of a merchant, by its number and by its cursor.
func (r *bench) askDeepPage(g *growth, b *bulk) error {
	large := b.merchants[0]
	middle := int(b.head) / 2 / 10 / 15 / 2 // half of the events are payments, a tenth of them the merchant's
	before, err := r.linkOf(fmt.Sprintf("/transactions?page=%d", middle-1), large)
	if err != nil {
		return err
	}
	took, err := r.inTurns(growthSamples, timedRequest(get(fmt.Sprintf("/transactions?page=%d", middle), large.header)),
		timedRequest(get(before, large.header)))
	if err != nil {
		return err
	}
	g.add("a page in the middle of payments by its number, ms", took[0].quantile(0.5))
	g.add("the same by cursor, ms", took[1].quantile(0.5))
	return nil
}

// linkOf is the path in the header Link of a list.
func (r *bench) linkOf(path string, m merchant) (string, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+r.gateway.addr+"/api/v2"+path, nil)
	if err != nil {
		return "", err
	}
	name, key, _ := strings.Cut(m.header, ": ")
	request.Header.Set(name, key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	link := answer.Header.Get("Link")
	next, ok := strings.CutSuffix(strings.TrimPrefix(link, "</api/v2"), `>; rel="next"`)
	if !ok {
		return "", fmt.Errorf("%s: %s has the link %q", path, answer.Status, link)
	}
	return next, nil
}

// askVerify signs the log, lets some events follow, and verifies only those.
func (r *bench) askVerify(ctx context.Context, g *growth, m merchant) error {
	file := filepath.Join(r.dir, "checkpoint")
	cmd := exec.CommandContext(ctx, r.gateway.binary, "audit", "checkpoint")
	cmd.Env = r.gateway.env
	note, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("audit checkpoint: %w", err)
	}
	if err := os.WriteFile(file, note, 0o600); err != nil {
		return err
	}
	if _, err := r.inTurns(growthSamples, func(c *connection) (time.Duration, error) { return withdrawal(c, m) }); err != nil {
		return err
	}
	used, err := r.command(ctx, nil, "audit", "verify", "--since", file)
	if err != nil {
		return err
	}
	g.add("verify since the last checkpoint, s", used.took.Seconds())
	return nil
}

// askColdStart drops the read models, and starts the gateway.
func (r *bench) askColdStart(ctx context.Context, g *growth, b *bulk) error {
	if err := r.gateway.stop(ctx); err != nil {
		return err
	}
	if err := execute(ctx, r.pg.DSN("postgres"), `DROP DATABASE `+readDatabase+` WITH (FORCE)`); err != nil {
		return err
	}
	ready, err := r.gateway.start(ctx)
	if err != nil {
		return err
	}
	g.add("a start without read models, s", ready.Seconds())
	g.add("the same for each event, us", ready.Seconds()*1e6/float64(b.head))
	_ = r.read.Close() // its connections were cut
	if r.read, err = sql.Open("postgres", r.pg.DSN(readDatabase)); err != nil {
		return err
	}
	return r.settle(ctx)
}

// askSnapshots measures the size of the snapshots of the largest merchant.
func (r *bench) askSnapshots(ctx context.Context, g *growth, m merchant) error {
	events, err := sql.Open("postgres", r.pg.DSN(eventDatabase))
	if err != nil {
		return err
	}
	defer events.Close()
	var largest sql.NullInt64
	err = events.QueryRowContext(ctx, `SELECT max(octet_length(data::text)) FROM events WHERE stream = $1`,
		fmt.Sprintf("snapshot-balance-%d", m.id)).Scan(&largest)
	if err != nil {
		return err
	}
	g.add("the largest snapshot of the largest merchant, bytes", float64(largest.Int64))
	return r.askColdBalance(ctx, g, m)
}

// askColdBalance loads the balance of a merchant with a store that has nothing in memory.
func (r *bench) askColdBalance(ctx context.Context, g *growth, m merchant) error {
	store, err := postgres.Open(ctx, postgres.Config{DSN: r.pg.DSN(eventDatabase)})
	if err != nil {
		return err
	}
	defer store.Close()
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	began := time.Now()
	_, _, err = eventstore.Load(ctx, log, balance.Aggregate, balance.Stream(m.id))
	g.add("the largest merchant's balance with nothing in memory, ms", milliseconds(time.Since(began)))
	return err
}
