package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/idempotency"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/servicetest"
)

// notes is a use case that creates notes with Create. Each call of create is recorded.
type notes struct {
	*service.Core
	t *testing.T
	// create is the function of the next creation.
	create  func(reserved service.Reserved) (any, error)
	invalid error // what is wrong with the next body
	created []service.Reserved
}

func newNotes(t *testing.T) *notes {
	return &notes{Core: servicetest.New(t), t: t, create: func(reserved service.Reserved) (any, error) { return reserved, nil }}
}

func (n *notes) post(actor, key, path, body string) (service.Created, error) {
	ctx := eventstore.WithMetadata(n.t.Context(), eventstore.Metadata{Actor: actor})
	creation := service.Creation{ClientID: 7, Key: key, Method: "POST", Path: path, BodyHash: idempotency.Hash([]byte(body)), Invalid: n.invalid}
	reserve := service.Reserve{Sequence: sequence.Ticket, Prefix: "N"}
	nothing := func(context.Context, service.Reserved) (any, bool, error) { return nil, false, nil }
	return service.Create(ctx, n.Core, creation, reserve, nothing, func(_ context.Context, reserved service.Reserved) (any, error) {
		n.created = append(n.created, reserved)
		return n.create(reserved)
	})
}

// makes checks that the request succeeds, and the total number of notes created.
func (n *notes) makes(actor, key, path, body string, inAll int) service.Created {
	n.t.Helper()
	created, err := n.post(actor, key, path, body)
	if err != nil || len(n.created) != inAll {
		n.t.Errorf("created %v (%v) after %d, want %d", created.Data, err, len(n.created), inAll)
	}
	return created
}

// fails checks the error of a request, and the total number of notes created.
func (n *notes) fails(actor, key, path, body, word string, inAll int) {
	n.t.Helper()
	if _, err := n.post(actor, key, path, body); err == nil || !strings.Contains(err.Error(), word) || len(n.created) != inAll {
		n.t.Errorf("%v after %d, want %q after %d", err, len(n.created), word, inAll)
	}
}

// A reference that two keys had in common would be answered twice after the log has lost the first payment.
func TestInstancesDrawDifferentReferencesInTheSameInstant(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	at := n.Now()
	n.Now = func() time.Time { return at }
	other := &notes{Core: otherProcess(n.Core, n.Log), t: t, create: n.create}
	for i := range 3 {
		n.makes("client:7", fmt.Sprintf("a%d", i), "/notes/1", `{}`, i+1)
		other.makes("client:7", fmt.Sprintf("b%d", i), "/notes/1", `{}`, i+1)
	}
	seen := map[string]bool{}
	for _, r := range append(n.created, other.created...) {
		seen[r.Reference] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d references for 6 notes: %v", len(seen), seen)
	}
}

func TestUnderAKeySomethingIsCreatedOnce(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	first := n.makes("client:7", "k", "/notes/1", `{}`, 1)
	again := n.makes("client:7", "k", "/notes/1", `{}`, 1)
	if fmt.Sprintf("%s", again.Data) != fmt.Sprintf("%s", first.Data) || first.Replayed || !again.Replayed {
		t.Errorf("first %s %t, then %s %t", first.Data, first.Replayed, again.Data, again.Replayed)
	}
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "idempotency_key_reused", 1)
	n.fails("client:7", "k", "/notes/2", `{}`, "idempotency_key_reused", 1)
	n.makes("admin:7", "k", "/notes/1", `{}`, 2)
	n.makes("client:7", "", "/notes/1", `{}`, 3)
	n.fails("client:7", strings.Repeat("x", 256), "/notes/1", `{}`, "Idempotency-Key", 3)
	for i, r := range n.created {
		for _, earlier := range n.created[:i] {
			if r.ID == earlier.ID || r.Reference == earlier.Reference || !strings.HasPrefix(r.Reference, "N-7-") {
				t.Errorf("reserved %+v after %+v", r, earlier)
			}
		}
	}
}

func TestOnlyARefusalFreesTheKey(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	succeed := n.create
	n.create = func(service.Reserved) (any, error) { return nil, domain.InvalidField("x", "is wrong") }
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "invalid_field", 1)
	n.create = func(service.Reserved) (any, error) { return nil, errors.New("the network is down") }
	n.fails("client:7", "k", "/notes/1", `{}`, "the network is down", 2)
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "idempotency_key_reused", 2)
	n.create = func(service.Reserved) (any, error) {
		return nil, domain.Refuse(domain.Upstream, "provider_unknown", "")
	}
	n.fails("client:7", "k", "/notes/1", `{}`, "provider_unknown", 3)
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "idempotency_key_reused", 3)
	n.create = succeed
	n.makes("client:7", "k", "/notes/1", `{}`, 4)
	if failed, retried := n.created[1], n.created[3]; failed != retried {
		t.Errorf("a retry created %+v of what was begun as %+v", retried, failed)
	}
}

func TestAnInvalidBodyIsRefusedUnlessTheKeyWasUsed(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	n.invalid = domain.InvalidField("x", "is wrong")
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "invalid_field", 0)
	n.fails("client:7", "", "/notes/1", `{"x":1}`, "invalid_field", 0)
	n.invalid = nil
	n.makes("client:7", "k", "/notes/1", `{}`, 1)
	n.invalid = domain.InvalidField("x", "is wrong")
	n.fails("client:7", "k", "/notes/1", `{"x":1}`, "idempotency_key_reused", 1)
}

func TestAKeyInFlightIsRefused(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	n.create = func(reserved service.Reserved) (any, error) {
		close(entered)
		<-leave
		return reserved, nil
	}
	first := make(chan error)
	go func() {
		_, err := n.post("client:7", "k", "/notes/1", `{}`)
		first <- err
	}()
	<-entered
	n.fails("client:7", "k", "/notes/1", `{}`, "idempotency_key_in_use", 1)
	close(leave)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// A process that was considered gone may finish after the one that took over its key.
func TestTheFirstStoredAnswerIsGivenByEveryProcess(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	var first service.Created
	slow := &notes{Core: otherProcess(n.Core, n.Log), t: t, create: func(service.Reserved) (any, error) {
		first = n.makes("client:7", "k", "/notes/1", `{}`, 1)
		return "another answer", nil
	}}
	second := slow.makes("client:7", "k", "/notes/1", `{}`, 1)
	if fmt.Sprintf("%s", second.Data) != fmt.Sprintf("%s", first.Data) || first.Replayed || !second.Replayed {
		t.Errorf("first %s %t, then %s %t", first.Data, first.Replayed, second.Data, second.Replayed)
	}
}

func TestWhatADeadProcessBeganIsContinuedWithItsIDs(t *testing.T) {
	t.Parallel()
	n := newNotes(t)
	_, err := eventstore.Execute(t.Context(), n.Log, idempotency.Aggregate, idempotency.Stream("client:7", "k"),
		func(s idempotency.State) ([]domain.Event, error) {
			return idempotency.Begin(s, idempotency.BeginCmd{
				ClientID: 7, Method: "POST", Path: "/notes/1", BodyHash: idempotency.Hash([]byte(`{}`)),
				ID: 4711, Reference: "N-7-1", Owner: "00000000-0000-4000-8000-000000000000", At: n.Now(),
			}, false)
		})
	if err != nil {
		t.Fatal(err)
	}
	n.makes("client:7", "k", "/notes/1", `{}`, 1)
	if want := (service.Reserved{ID: 4711, Reference: "N-7-1"}); n.created[0] != want {
		t.Errorf("continued as %+v, want %+v", n.created[0], want)
	}
}
