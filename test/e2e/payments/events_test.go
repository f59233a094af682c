package payments

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// names returns the types of a page's events, in order.
func names(t *testing.T, page answer) (types []string) {
	t.Helper()
	for _, item := range page.Field(t, "events").([]any) {
		types = append(types, item.(map[string]any)["type"].(string))
	}
	return types
}

func cursorOf(t *testing.T, page answer) string {
	t.Helper()
	next, _ := page.Field(t, "next").(string)
	return next
}

func TestAMerchantReadsItsEventsInOrderEachOnce(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	begin := cursorOf(t, m.Get(t, "/events?limit=1000").Wants(t, 200)) // the events of the registration
	id := m.OpenInvoice(t, 20000, nil)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.ActInSandbox(t, id, "settle", nil)
	m.AwaitPayment(t, id, "SETTLED")
	page := m.Get(t, "/events?after=%s", begin).Wants(t, 200).Has(t, "", shape{"events": "array", "next": "string"})
	if got := strings.Join(names(t, page), " "); got != "transaction.created invoice.paid invoice.settled" {
		t.Fatalf("events: %s", got)
	}
	single := m.Get(t, "/payments/%s/status", id).Wants(t, 200)
	if harness.JSON(page.Field(t, "events.2.data")) != harness.JSON(single.Envelope["data"]) || page.Field(t, "events.2.resource") != "transactions/"+id {
		t.Errorf("the last event shows\n%v\nand the transaction is\n%v", page.Field(t, "events.2"), single.Envelope["data"])
	}
	page.Is(t, object{"events.0.data.status": "PENDING", "events.1.data.status": "PAID"})

	// Read one by one, the events are the same; a repeated request gives the same, too.
	after := begin
	for n, want := range names(t, page) {
		one := m.Get(t, "/events?limit=1&after=%s", after).Wants(t, 200)
		if got := names(t, one); len(got) != 1 || got[0] != want || harness.JSON(one.Field(t, "events.0")) != harness.JSON(page.Field(t, fmt.Sprintf("events.%d", n))) {
			t.Fatalf("event %d alone is %v, want %s", n, got, want)
		}
		after = cursorOf(t, one)
	}
	if after != cursorOf(t, page) || len(names(t, m.Get(t, "/events?after=%s", after).Wants(t, 200))) != 0 {
		t.Errorf("the cursor at the end: %s and %s", after, cursorOf(t, page))
	}
	of := m.Get(t, "/events?types=invoice.settled,invoice.expired&after=%s", begin).Wants(t, 200)
	if got := names(t, of); len(got) != 1 || got[0] != "invoice.settled" || cursorOf(t, of) != after {
		t.Errorf("of two types: %v, next %s", got, cursorOf(t, of))
	}
	m.Get(t, "/events?types=invoice.lost").RefusesField(t, "types")
	m.Get(t, "/events?limit=1001").RefusesField(t, "limit")
	m.Get(t, "/events?wait=31").RefusesField(t, "wait")
	m.Get(t, "/events?after=x").RefusesField(t, "after")
	m.Get(t, "/events?after=x&types=invoice.lost").RefusesFields(t, "types", "after")
	for _, cursor := range []string{after, begin} { // the other one has fewer events than the first, and as many as the second
		other.Get(t, "/events?after=%s", cursor).Refuses(t, 410, "cursor_gone")
	}
}

func TestAReaderWhoWaitsGetsTheNextEventAtOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	after := cursorOf(t, m.Get(t, "/events?limit=1000").Wants(t, 200))
	began := time.Now()
	if page := m.Get(t, "/events?wait=1&after=%s", after).Wants(t, 200); len(names(t, page)) != 0 || cursorOf(t, page) != after || time.Since(began) < time.Second {
		t.Errorf("without an event: %v after %s", names(t, page), time.Since(began))
	}
	var readers sync.WaitGroup
	for _, query := range []string{"", "&types=transaction.created"} {
		readers.Go(func() {
			page := m.Get(t, "/events?wait=30&after=%s%s", after, query)
			if got := names(t, page); len(got) != 1 || got[0] != "transaction.created" {
				t.Errorf("%s: %v", query, got)
			}
		})
	}
	m.OpenInvoice(t, 20000, nil)
	readers.Wait()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the readers waited %s", took)
	}
}

// However many requests write at once, a reader who was away and one who waits for each event see the same
// events, without gaps or duplicates.
func TestReadersMissNothingWhileSixtyFourWrite(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	begin := cursorOf(t, m.Get(t, "/events?limit=1000").Wants(t, 200))
	const writers, each = 64, 3
	var live []string
	var reader, writing sync.WaitGroup
	reader.Go(func() {
		for after := begin; len(live) < writers*each; {
			page := m.Get(t, "/events?wait=10&limit=7&after=%s", after).Wants(t, 200)
			if len(names(t, page)) == 0 {
				t.Errorf("nothing came after %d events", len(live))
				return
			}
			live = append(live, idsOf(t, page)...)
			after = cursorOf(t, page)
		}
	})
	for range writers {
		writing.Go(func() {
			for range each {
				m.Post(t, "/transactions", object{"client_id": 1, "total": 1000}).Wants(t, 201)
			}
		})
	}
	writing.Wait()
	reader.Wait()
	var away []string
	poll.Until(t, "all are there", func() bool {
		away = idsOf(t, m.Get(t, "/events?limit=1000&after=%s", begin).Wants(t, 200))
		return len(away) >= writers*each
	})
	if strings.Join(live, " ") != strings.Join(away, " ") || len(away) != writers*each {
		t.Errorf("a reader who waited saw\n%v\nand one who was away\n%v", live, away)
	}
	seen := map[string]bool{}
	for _, id := range away {
		if seen[id] {
			t.Errorf("%s comes twice", id)
		}
		seen[id] = true
	}
}

func idsOf(t *testing.T, page answer) (ids []string) {
	t.Helper()
	for _, item := range page.Field(t, "events").([]any) {
		e := item.(map[string]any)
		ids = append(ids, e["id"].(string)+" "+e["resource"].(string))
	}
	return ids
}
