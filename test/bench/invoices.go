package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// measureInvoices measures POST /payments/invoice, which calls the provider once and answers when
// the payment can be read. The provider is answered for by this process, which keeps nothing: the
// simulator's rows would cost as much as the gateway's.
func measureInvoices(ctx context.Context, r *bench) error {
	people, err := r.clients(ctx)
	if err != nil {
		return err
	}
	return r.withProvider(ctx, http.HandlerFunc(openInvoice), nil, func() error {
		var done outcome
		floor, err := r.betweenFloors(ctx, func() (err error) {
			done, err = r.load(ctx, "invoices", writeConnections, func(conn, n int) []byte {
				return post("/payments/invoice", people[(n*writeConnections+conn)%len(people)].header,
					`{"amount":150000,"external_id":"ORDER-1","metadata":{"meja":7}}`)
			})
			return err
		})
		if err != nil {
			return err
		}
		r.report.add("creating an invoice, the provider's side apart", done.perSecond(), "/s", percentiles(done))
		r.report.atLeast("creating an invoice, ratio to the floor", done.perSecond()/floor.perSecond, 0.16, "", "64 connections")
		r.byCPU("creating an invoice, ratio to the floor", floor, done)
		return r.settle(ctx)
	})
}

// openInvoice answers as a provider that opens each invoice it is asked for.
func openInvoice(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path != "/v2/invoices" || r.Method != http.MethodPost {
		emptyBooks(w, r)
		return
	}
	var asked struct {
		ExternalID string `json:"external_id"`
		Amount     int64  `json:"amount"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, `{"id":"inv_%s","external_id":"%[1]s","user_id":"bench","status":"PENDING","amount":%d,"currency":"IDR",`+
		`"expiry_date":"%s","invoice_url":"http://127.0.0.1:9/%[1]s"}`,
		asked.ExternalID, asked.Amount, time.Now().Add(24*time.Hour).UTC().Format(time.RFC3339))
}

// emptyBooks answers what else the gateway asks a provider: it has booked nothing.
func emptyBooks(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/transactions" {
		fmt.Fprint(w, `{"has_more":false,"data":[],"links":[]}`)
		return
	}
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, `{"error_code":"DATA_NOT_FOUND","message":"not kept here"}`)
}

// withProvider serves a provider, and has the gateway use it, with further environment, until
// measure returns. The parts that follow have the simulator again.
func (r *bench) withProvider(ctx context.Context, provider http.Handler, env []string, measure func() error) (err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: provider, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer func() { err = errors.Join(err, server.Close()) }()

	before := r.gateway.env
	r.gateway.env = append(before[:len(before):len(before)], "PROVIDER_URL=http://"+listener.Addr().String(), "PROVIDER_SECRET_KEY=bench")
	r.gateway.env = append(r.gateway.env, env...)
	defer func() {
		r.gateway.env = before
		_, again := r.gateway.restart(ctx)
		err = errors.Join(err, again)
	}()
	if _, err := r.gateway.restart(ctx); err != nil {
		return err
	}
	return measure()
}

// load drives requests for the time of the options, with the CPU time that they take, and with
// profiles where they are asked for.
func (r *bench) load(ctx context.Context, name string, connections int, request func(conn, n int) []byte) (done outcome, err error) {
	return r.observed(ctx, name, func() (outcome, error) { return r.repeat(ctx, connections, request) })
}

// observed runs a load of the time of the options, and notes the CPU time that it took.
func (r *bench) observed(ctx context.Context, name string, run func() (outcome, error)) (done outcome, err error) {
	statements, err := r.statements(ctx, name)
	if err != nil {
		return done, err
	}
	used, profile := r.usage(), r.profile(name, r.options.span)
	if done, err = run(); err != nil {
		return done, err
	}
	done.used = r.usage().since(used)
	progress("%s: %.0f/s; %s", name, done.perSecond(), done.used.of(done.took, r.report.Cores, len(done.latencies)))
	return done, errors.Join(statements(len(done.latencies)), profile())
}
