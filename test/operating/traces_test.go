package operating

import (
	"strings"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// pay creates a payment with a callback to the receiver, and pays it as the customer.
func pay(t *testing.T, m installation.Caller, r *receiver.Receiver) {
	t.Helper()
	var created struct {
		Transaction struct {
			ID string `json:"transaction_id"`
		}
	}
	m.Must(t, "POST", "/payments/qris", object{"amount": 50000, "metadata": object{"callback_url": r.URL + "/paid"}}).Into(t, &created)
	m.Must(t, "POST", "/sandbox/payments/"+created.Transaction.ID+"/pay", nil)
}

// awaitTrace waits for a trace that leads from the request to all of these spans.
func awaitTrace(t *testing.T, c *otlpCollector, request string, wanted ...string) {
	t.Helper()
	poll.Within(t, poll.Limit, "one trace leads from "+request+" to "+strings.Join(wanted, ", "), func() (bool, any) {
		traces := c.tracesOf(request)
		for _, names := range traces {
			missing := false
			for _, name := range wanted {
				missing = missing || names[name] == 0
			}
			if !missing {
				return true, nil
			}
		}
		return false, traces
	})
}

func TestOneTraceLeadsFromAPaymentsRequestToItsCallback(t *testing.T) {
	for _, store := range []installation.Store{installation.PostgreSQL, installation.EventStoreDB} {
		t.Run(string(store), func(t *testing.T) {
			t.Parallel()
			testOneTrace(t, store)
		})
	}
}

func testOneTrace(t *testing.T, store installation.Store) {
	c, r := newCollector(t), receiver.New(t)
	in := installation.New(t, installation.Options{Store: store, Settings: []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL}})
	m := in.NewMerchant(t, in.Admin(t), 1_000_000, true)
	pay(t, m.Caller, r)
	awaitTrace(t, c, "POST /api/v2/payments/qris", "append payment.requested.v1", "provider POST /qr_codes", "append payment.opened.v1",
		"project", "payment-report", "append payment.paid.v1", "posting", "append balance.credited.v1", "callback-sending", "callback",
		"append callback.attempted.v1")
	m.Must(t, "POST", "/withdrawals", object{"jumlah": 100000, "external_id": "w-1", "url": r.URL + "/withdrawn"})
	awaitTrace(t, c, "POST /api/v2/withdrawals", "append withdrawal.requested.v1", "project", "payout-sending", "append payout.submitted.v1",
		"provider POST /disbursements", "append payout.completed.v1", "callback-sending", "callback")
	if in.Query(t, installation.Log, marked) == "0" {
		t.Error("no event names its trace")
	}
	for _, callback := range r.Received() {
		if callback.Header.Get("Traceparent") != "" {
			t.Errorf("a merchant got the traceparent %s", callback.Header.Get("Traceparent"))
		}
	}
	in.Instances[0].Stop(t) // sends the last spans
	if orphans := c.orphans(); len(orphans) > 0 {
		t.Errorf("the parents of these spans are missing: %v", orphans)
	}
	in.Instances[0].Start(t) // for the checks at the end of the test
}

func TestATraceHoldsNoSecretAndNoPersonalData(t *testing.T) {
	c := newCollector(t)
	i, planted := busyGateway(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+c.URL)
	awaitTrace(t, c, "POST /api/v2/payments/qris", "append payment.paid.v1", "callback")
	i.Stop(t)
	for _, secret := range planted {
		if strings.Contains(c.said(), secret) {
			t.Errorf("the traces hold %s", secret)
		}
	}
	i.Start(t) // for the checks at the end of the test
}

// marked counts the events that contain a trace.
const marked = `SELECT count(*) FROM events WHERE metadata::text LIKE '%traceparent%'`

func TestNothingIsTracedWithoutTheVariable(t *testing.T) {
	c, r := newCollector(t), receiver.New(t)
	in := installation.New(t, installation.Options{Settings: []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=" + c.URL + "/v1/traces",
	}})
	m := in.NewMerchant(t, in.Admin(t), 0, true)
	pay(t, m.Caller, r)
	r.Next(t)
	if n := in.Query(t, installation.Log, marked); n != "0" {
		t.Errorf("%s events have a traceparent", n)
	}
	i := in.Instances[0]
	i.Stop(t)
	if c.said() != "" {
		t.Error("the collector got spans")
	}
	i.Start(t) // for the checks at the end of the test
}

func TestACollectorThatIsDownCostsNoRequestAndOneLine(t *testing.T) {
	in := installation.New(t, installation.Options{Settings: []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9"}})
	r := receiver.New(t)
	m := in.NewMerchant(t, in.Admin(t), 0, true)
	i := in.Instances[0]
	const line = "does not take the traces"
	poll.Until(t, "the gateway says that the collector is down", func() bool { return strings.Contains(i.Output(t), line) })
	pay(t, m.Caller, r)
	r.Next(t)
	i.Stop(t)
	if n := strings.Count(i.Output(t), line); n != 1 {
		t.Errorf("%d lines say that the collector is down", n)
	}
	i.Start(t) // for the checks at the end of the test
}
