package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// measureInvoices measures POST /payments/invoice, which calls the provider once and answers when the payment
// can be read. This process acts as the provider and stores nothing, because the simulator's rows would cost as
// much as the gateway's.
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

// openInvoice acts as a provider that opens every invoice.
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
