package postingreactor

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// appendNewer appends an event of a type that only a newer version of the program knows.
func (h *postingFixture) appendNewer(stream, eventType, data string) {
	h.T.Helper()
	h.appendAfter(stream, eventstore.NoStream, eventType, data)
}

// appendAfter appends an event of any type after a revision.
func (h *postingFixture) appendAfter(stream string, after eventstore.Revision, eventType, data string) {
	h.T.Helper()
	_, err := h.Store.Append(context.Background(), stream, after, []eventstore.Proposed{
		{ID: uuid.New(), Type: eventType, Data: []byte(data), Metadata: eventstore.Metadata{}.JSON()},
	})
	h.Must(err)
}

func TestAClientWithAPaymentEventOfANewerVersionIsParkedAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	h.Append(payment.Stream("a"), reactortest.Paid(1, "a"))
	h.appendNewer(payment.Stream("newer"), "payment.reversed.v9", `{"client_id":1,"transaction_id":"newer"}`)
	h.appendNewer("balance-99", "balance.reversed.v9", `{"client_id":2}`) // not in a payment stream: nothing to post
	h.Append(payment.Stream("b"), reactortest.Paid(1, "b"), reactortest.Paid(2, "b"))
	p := h.posting()
	h.Run(p.Run)
	h.EventuallyAvailable(2, 96_000)
	h.reach(p)
	if got := h.Available(1); got != 96_000 {
		t.Errorf("client 1 has %d: an event before its next credit was skipped", got)
	}
	if s := h.status(p); !h.Alarmed("parked") || !strings.Contains(s.Error, "client 1") || !strings.Contains(s.Error, "payment.reversed.v9") {
		t.Errorf("the operator is not told: %+v", s)
	}
}

func TestAMalformedPaymentEventParksTheClientOfItsStreamAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ eventType, data string }{
		"an unknown type without a client": {"payment.reversed.v9", `{}`},
		"a known type without a client":    {payment.Paid{}.EventType(), `{"paid_amount":"much"}`},
		"a client that is no number":       {payment.Paid{}.EventType(), `{"client_id":"one"}`},
		"a former version that is broken":  {payment.SettledV1{}.EventType(), `{"client_id":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newPostingFixture(t)
			h.appendNewer(payment.Stream("INV-1-1700000000000000001"), c.eventType, c.data)
			h.Append(payment.Stream("b"), reactortest.Paid(1, "b"), reactortest.Paid(2, "b"))
			p := h.posting()
			h.Run(p.Run)
			h.EventuallyAvailable(2, 96_000)
			h.reach(p)
			if got := h.Available(1); got != 0 {
				t.Errorf("client 1 has %d: an event before its credit was skipped", got)
			}
			if s := h.status(p); !h.Alarmed("parked") || !strings.Contains(s.Error, "client 1") {
				t.Errorf("the operator is not told: %+v", s)
			}
		})
	}
}

func TestAPaymentEventOfANewerVersionThatNamesNoClientHaltsThePosting(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	h.appendNewer(payment.Stream("newer"), "payment.reversed.v9", `{}`)
	h.Append(payment.Stream("b"), reactortest.Paid(2, "b"))
	g := reactor.NewGroup(h.Store, h.Logger, h.posting())
	h.Run(g.Run)
	poll.Until(t, "the reactor says why it does not go on", func() bool {
		all, err := g.Statuses(context.Background())
		return err == nil && strings.Contains(all[0].Error, "payment.reversed.v9")
	})
	if got := h.Available(2); got != 0 {
		t.Errorf("client 2 has %d, behind an event that was skipped", got)
	}
}

func TestAnEventOfAnotherProgramAmongThePaymentsIsPassedBy(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	h.Append(payment.Stream("a"), reactortest.Paid(1, "a"))
	for i, data := range []string{`{"client_id":1}`, `{}`} {
		_, err := h.Store.Append(context.Background(), payment.Stream(fmt.Sprint("theirs-", i)), eventstore.NoStream, []eventstore.Proposed{
			{ID: uuid.New(), Type: "payment.reversed.v9", Data: []byte(data)},
		})
		h.Must(err)
	}
	h.Append(payment.Stream("b"), reactortest.Paid(1, "b"))
	p := h.posting()
	h.Run(p.Run)
	h.EventuallyAvailable(1, 2*96_000)
	h.reach(p)
	if h.Alarmed("parked") {
		t.Error("a client was parked")
	}
}

// A new event type of payments must be posted, or be listed in movesNothing.
func TestEveryPaymentEventIsPostedOrMovesNoMoney(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	for n, event := range payment.Events() {
		switch event.(type) {
		case payment.Claimed, payment.ClaimTakenOver: // they are not in a payment stream
			continue
		}
		data, err := json.Marshal(event)
		h.Must(err)
		r := eventstore.Recorded{
			Proposed: eventstore.Proposed{ID: uuid.New(), Type: event.EventType(), Data: data}, Stream: payment.Stream(fmt.Sprint(n)),
		}
		byClient, err := h.posting().entriesByClient(eventstore.Position{}, []eventstore.Recorded{r}, func(int64) bool { return true })
		if err != nil || len(byClient[0]) > 0 && byClient[0][0].decodeErr != nil {
			t.Errorf("%s: %v %+v", event.EventType(), err, byClient)
		}
	}
}
