package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gateway/test/poll"
	"gateway/test/testdb"
)

// creating makes several programs of a merchant create payments until stop is called. stop returns the ids of
// the acknowledged payments.
func (i *installation) creating(programs int) (stop func() []string) {
	url, key := i.url+"/payments/va", i.shop
	var mu sync.Mutex
	var acknowledged []string
	ctx, cancel := context.WithCancel(i.t.Context())
	var running sync.WaitGroup
	for range programs {
		running.Go(func() {
			for ctx.Err() == nil {
				if id := createPayment(ctx, url, key); id != "" {
					mu.Lock()
					acknowledged = append(acknowledged, id)
					mu.Unlock()
				}
			}
		})
	}
	return func() []string {
		cancel()
		running.Wait()
		return acknowledged
	}
}

// createPayment returns the id of a payment if it was acknowledged, or "".
func createPayment(ctx context.Context, url, key string) string {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"amount":10000,"bank_code":"BCA","customer_name":"Budi"}`))
	if err != nil {
		return ""
	}
	request.Header.Set("X-API-Key", key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	defer func() { _ = answer.Body.Close() }()
	var created struct {
		Data struct {
			Transaction struct {
				ID string `json:"transaction_id"`
			}
		}
	}
	if json.NewDecoder(answer.Body).Decode(&created) != nil || answer.StatusCode != http.StatusCreated {
		return ""
	}
	return created.Data.Transaction.ID
}

// isRefused waits until the running gateway refuses the log on the promoted standby.
func (i *installation) isRefused() {
	i.t.Helper()
	poll.Within(i.t, poll.Limit, "the log on the promoted standby is refused", func() (bool, any) {
		code, body := i.status(http.MethodGet, strings.TrimSuffix(i.url, "/api/v2")+"/readyz", "", "")
		return code == http.StatusServiceUnavailable && strings.Contains(body, "accept-older"), body
	})
	if code, body := i.status(http.MethodPost, i.url+"/payments/va", i.shop, `{"amount":10000,"bank_code":"BCA","customer_name":"Budi"}`); code != http.StatusServiceUnavailable || !strings.Contains(body, `"log_suspended"`) {
		i.t.Errorf("a payment on a refused log is answered with %d %s", code, body)
	}
}

// accept accepts the log as an operator, as in RUNBOOK.md, and starts the gateway.
func (i *installation) accept() {
	i.t.Helper()
	i.stop()
	i.wontStart("accept-older")
	i.prints("events", "accept-older", "--yes")
	if err := i.start(); err != nil {
		i.t.Fatal(err)
	}
}

func TestAFailOverToASynchronousStandbyLosesNothingThatWasAcknowledged(t *testing.T) {
	pair := testdb.Replicated(t, true)
	i := installOn(t, pair.URL("shop_events"), pair.URL("shop"))
	i.addMerchant()
	reader := i.readsEvents()
	stop := i.creating(4)
	poll.Until(t, "payments are created", func() bool { return i.countEvents() > 200 })

	began := time.Now()
	if err := syscall.Kill(pair.Primary.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	pair.Promote()
	t.Logf("the standby took writes after %s", time.Since(began))
	i.isRefused()
	acknowledged := stop()
	i.accept()
	t.Logf("the gateway served again after %s", time.Since(began))
	for _, id := range acknowledged {
		if code, body := i.status(http.MethodGet, i.url+"/payments/"+id+"/status", i.shop, ""); code != http.StatusOK {
			t.Errorf("the acknowledged payment %s is lost: %d %s", id, code, body)
		}
	}
	before := reader.stop()
	reader.goesOn(i)
	t.Logf("%d payments were acknowledged; a reader of the events had %d before the fail-over, and has %d", len(acknowledged), before, len(reader.events))
	reader.sawEach(i, acknowledged)
	i.prints("events", "resume-payouts", "--by", "Siti")
	i.payCustomer(30_000)
	i.verifies()
}

func TestAnAsynchronousStandbyThatLacksEventsIsRefusedUntilItIsAccepted(t *testing.T) {
	pair := testdb.Replicated(t, false)
	i := installOn(t, pair.URL("shop_events"), pair.URL("shop"))
	i.addMerchant()
	caughtUp(t, pair)
	pair.StopStandby()
	i.payCustomer(77_000)
	beyond := i.get("/events?limit=1000", i.shop).text("next")
	if err := syscall.Kill(pair.Primary.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	pair.StartStandby()
	pair.Promote()
	i.isRefused()
	i.accept()
	if balance := i.get("/account/balance", i.shop).id("saldo"); balance >= 77_000 {
		t.Errorf("the balance of %d has what the standby lacks", balance)
	}
	if code, body := i.status(http.MethodGet, i.url+"/events?after="+beyond, i.shop, ""); code != http.StatusGone || !strings.Contains(body, "cursor_gone") {
		t.Errorf("a cursor beyond the accepted log: %d %s", code, body)
	}
	i.logIn()
	i.holdsPayoutsBack()
}

// caughtUp waits until the standby has everything that the primary has.
func caughtUp(t *testing.T, pair *testdb.Pair) {
	t.Helper()
	count := func(dsn string) (n int) {
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM events`).Scan(&n); err != nil {
			return -1
		}
		return n
	}
	poll.Until(t, "the standby has caught up", func() bool {
		n := count(pair.URL("shop_events"))
		return n > 0 && n == count(pair.StandbyURL("shop_events"))
	})
}
