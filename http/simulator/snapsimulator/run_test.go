package snapsimulator_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"
)

// Run sends what waits when it starts, what happens while it runs, and again what was not taken.
func TestRunDeliversByItself(t *testing.T) {
	t.Parallel()
	heard := make(chan string, 10)
	refusals := 1
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !merchantKey().Public().Verify(snap.Message(r.Method, r.URL.Path, body, r.Header.Get(snap.HeaderTimestamp)), r.Header.Get(snap.HeaderSignature)) {
			t.Error("the signature is wrong")
		}
		var said struct {
			Reference string `json:"originalPartnerReferenceNo"`
		}
		_ = json.Unmarshal(body, &said)
		if heard <- said.Reference; refusals > 0 {
			refusals--
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, `{"responseCode":"2005200"}`)
	}))
	t.Cleanup(gateway.Close)
	m := midtrans(t)
	m.company.NotifyURL = gateway.URL
	for _, reference := range []string{"P1", "P2"} {
		if code, said := m.post(t, generateQR, strings.Replace(qr, "P1", reference, 1)); code != "2004700" {
			t.Fatal(code, said)
		}
	}
	if _, err := m.company.Pay("P1", snapsimulator.Money{}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.company.Run(ctx) }()
	if first, again := <-heard, <-heard; first != "P1" || again != "P1" {
		t.Errorf("%s, then %s", first, again)
	}
	if _, err := m.company.Pay("P2", snapsimulator.Money{}); err != nil {
		t.Fatal(err)
	}
	if third := <-heard; third != "P2" {
		t.Error(third)
	}
	stop()
	if err := <-ended; err != nil || len(heard) != 0 {
		t.Errorf("%d more (%v)", len(heard), err)
	}
}
