package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gateway/http/service/state"

	"github.com/jmoiron/sqlx"
)

// consolePage is a page of the console that is timed as the log grows.
type consolePage struct{ name, path string }

// askConsole times pages of both sites, as an administrator and as the largest merchant.
func (r *bench) askConsole(ctx context.Context, g *growth, b *bulk) error {
	if err := r.awaitSigned(ctx); err != nil { // the merchant's pages show proofs
		return err
	}
	admin, owner, err := r.consoleSessions(ctx, b.merchants[0])
	if err != nil {
		return err
	}
	for _, p := range b.consolePages() {
		cookie := "Cookie: console_session=" + admin
		if strings.HasPrefix(p.path, "/portal") {
			cookie = "Cookie: portal_session=" + owner
		}
		took, err := r.inTurns(growthSamples/4, timedRequest(requestTo("GET", p.path, cookie, "")))
		if err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		g.add("console: "+p.name+", ms", took[0].quantile(0.5))
		kilobytes, err := r.weight(requestTo("GET", p.path, cookie+"\r\nAccept-Encoding: gzip", ""))
		if err != nil {
			return fmt.Errorf("%s, compressed: %w", p.path, err)
		}
		g.add("console: "+p.name+", KB compressed", kilobytes)
	}
	return nil
}

// weight returns the size of an answer's body as it is sent, in KB.
func (r *bench) weight(request []byte) (float64, error) {
	c, err := dial(r.gateway.addr)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	body, err := c.do(request)
	return float64(len(body)) / (1 << 10), err
}

func (b *bulk) consolePages() []consolePage {
	largest := fmt.Sprint(b.merchants[0].id)
	middle := b.from.Add(b.at.Sub(b.from) / 2)
	at, since := middle.Format(time.RFC3339), middle.AddDate(0, 0, -7).Format(time.RFC3339)
	month := b.from.Format("2006-01") // a month that has begun, because the log lies in the future
	return []consolePage{
		{"overview", "/console"},
		{"payments of all", "/console/transactions"},
		{"a payment", "/console/transactions/" + b.sample.transactionID},
		{"search", "/console/search?q=" + b.sample.externalID},
		{"clients", "/console/clients"},
		{"a client", "/console/clients/" + largest},
		{"trial balance", "/console/trial-balance"},
		{"trial balance between two moments", "/console/trial-balance?" + query("at", at, "since", since)},
		{"balance between two moments", "/console/clients/" + largest + "/balance?" + query("at", at, "since", since)},
		{"period report of a month", "/console/period-report?month=" + month},
		{"statement of a month", "/console/clients/" + largest + "/statement?month=" + month},
		{"log", "/console/log"},
		{"audit log", "/console/audit-log"},
		{"home of the merchant", "/portal"},
		{"payments of the merchant", "/portal/payments"},
		{"balance of the merchant", "/portal/balance"},
		{"statement of the merchant", "/portal/statements?month=" + month},
		{"callbacks of the merchant", "/portal/callbacks"},
	}
}

func query(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		fmt.Fprintf(&b, "&%s=%s", pairs[i], strings.ReplaceAll(pairs[i+1], "+", "%2B"))
	}
	return strings.TrimPrefix(b.String(), "&")
}

// consoleSessions opens sessions of the first administrator and of the merchant's owner.
func (r *bench) consoleSessions(ctx context.Context, m merchant) (admin, owner string, err error) {
	db, err := sqlx.Open("postgres", r.pg.DSN(eventDatabase))
	if err != nil {
		return "", "", err
	}
	defer db.Close()
	sessions, now := state.New(db), time.Now()
	open := func(kind string, subject int64) (string, error) {
		return sessions.OpenSession(ctx, kind, state.Session{Subject: subject, CreatedAt: now, ExpiresAt: now.Add(time.Hour)})
	}
	if admin, err = open(state.AdminSession, 1); err == nil {
		owner, err = open(state.PersonSession, m.id)
	}
	return admin, owner, err
}
