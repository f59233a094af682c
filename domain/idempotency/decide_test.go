package idempotency_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/idempotency"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

var (
	begun = idempotency.Begun{
		ClientID: 7, Method: "POST", Path: "/withdrawals", BodyHash: "hash",
		ID: 1, Reference: "WD-7-1", Owner: "one", At: noon,
	}
	resumed   = idempotency.Resumed{Owner: "two", At: noon}
	completed = idempotency.Completed{Status: 201, Answer: json.RawMessage(`{"id":1}`), At: noon}
	abandoned = idempotency.Abandoned{At: noon}

	interrupted = idempotency.Interrupted{At: noon}
)

func eventsOf(events ...domain.Event) []domain.Event { return events }

func TestBegin(t *testing.T) {
	t.Parallel()
	// The second attempt draws other ids, which are ignored.
	again := begun
	again.ID, again.Reference, again.Owner = 2, "WD-7-2", "two"
	begin := func(change func(*idempotency.BeginCmd), ownerAlive bool) func(idempotency.State) ([]domain.Event, error) {
		cmd := idempotency.BeginCmd(again)
		change(&cmd)
		return func(s idempotency.State) ([]domain.Event, error) { return idempotency.Begin(s, cmd, ownerAlive) }
	}
	same := func(*idempotency.BeginCmd) {}
	otherBody := func(c *idempotency.BeginCmd) { c.BodyHash = "other" }
	const alive, gone = true, false
	domaintest.Run(t, idempotency.Aggregate, []domaintest.Case[idempotency.State]{
		{Name: "a new key", When: begin(same, alive), Then: eventsOf(again)},
		{Name: "an abandoned key, with any body", Given: eventsOf(idempotency.Begun{Owner: "one"}, abandoned), When: begin(same, alive), Then: eventsOf(again)},
		{Name: "another body", Given: eventsOf(begun, completed), When: begin(otherBody, alive), Refused: "idempotency_key_reused"},
		{Name: "another method", Given: eventsOf(begun), When: begin(func(c *idempotency.BeginCmd) { c.Method = "PUT" }, gone), Refused: "idempotency_key_reused"},
		{Name: "another path", Given: eventsOf(begun), When: begin(func(c *idempotency.BeginCmd) { c.Path = "/settlements" }, gone), Refused: "idempotency_key_reused"},
		{Name: "completed", Given: eventsOf(begun, completed), When: begin(same, alive)},
		{Name: "in flight", Given: eventsOf(begun), When: begin(same, alive), Refused: "idempotency_key_in_use"},
		{Name: "its attempt was interrupted", Given: eventsOf(begun, interrupted), When: begin(same, alive), Then: eventsOf(resumed)},
		{Name: "interrupted, and in flight again", Given: eventsOf(begun, interrupted, resumed), When: begin(same, alive), Refused: "idempotency_key_in_use"},
		{Name: "interrupted, another body", Given: eventsOf(begun, interrupted), When: begin(otherBody, alive), Refused: "idempotency_key_reused"},
		{
			Name: "in flight for longer than any request lasts", Given: eventsOf(begun),
			When: begin(func(c *idempotency.BeginCmd) { c.At = noon.Add(idempotency.MaxAttempt) }, alive), Then: eventsOf(idempotency.Resumed{Owner: "two", At: noon.Add(idempotency.MaxAttempt)}),
		},
		{Name: "its owner is gone", Given: eventsOf(begun), When: begin(same, gone), Then: eventsOf(resumed)},
	})
	s := idempotency.Aggregate.Fold(idempotency.State{}, begun, resumed, completed)
	if s.ID != 1 || s.Reference != "WD-7-1" || s.Owner != "two" || s.Status != 201 || string(s.Answer) != `{"id":1}` {
		t.Errorf("the first attempt's ids and the answer are not what counts: %+v", s)
	}
}

func TestCompleteInterruptAndAbandon(t *testing.T) {
	t.Parallel()
	complete := func(s idempotency.State) ([]domain.Event, error) {
		return idempotency.Complete(s, 201, completed.Answer, noon)
	}
	abandon := func(owner string) func(idempotency.State) ([]domain.Event, error) {
		return func(s idempotency.State) ([]domain.Event, error) { return idempotency.Abandon(s, owner, noon) }
	}
	interrupt := func(owner string) func(idempotency.State) ([]domain.Event, error) {
		return func(s idempotency.State) ([]domain.Event, error) { return idempotency.Interrupt(s, owner, noon) }
	}
	domaintest.Run(t, idempotency.Aggregate, []domaintest.Case[idempotency.State]{
		{Name: "interrupt", Given: eventsOf(begun), When: interrupt("one"), Then: eventsOf(interrupted)},
		{Name: "interrupt what is free", When: interrupt("one")},
		{Name: "interrupt what is completed", Given: eventsOf(begun, completed), When: interrupt("one")},
		{Name: "interrupt twice", Given: eventsOf(begun, interrupted), When: interrupt("one")},
		{Name: "interrupt what another owner took over", Given: eventsOf(begun, resumed), When: interrupt("one")},
		{Name: "complete after an interruption", Given: eventsOf(begun, interrupted), When: complete, Then: eventsOf(completed)},
		{Name: "complete what was not begun", When: complete, Refused: "idempotency_key_free"},
		{Name: "complete what was abandoned", Given: eventsOf(begun, abandoned), When: complete, Refused: "idempotency_key_free"},
		{Name: "the first answer stays", Given: eventsOf(begun, idempotency.Completed{Status: 201}), When: complete},
		{Name: "complete", Given: eventsOf(begun), When: complete, Then: eventsOf(completed)},
		{Name: "complete by an owner that was thought gone", Given: eventsOf(begun, resumed), When: complete, Then: eventsOf(completed)},
		{Name: "abandon what is free", When: abandon("one")},
		{Name: "abandon what is completed", Given: eventsOf(begun, completed), When: abandon("one")},
		{Name: "abandon what another owner took over", Given: eventsOf(begun, resumed), When: abandon("one")},
		{Name: "abandon", Given: eventsOf(begun), When: abandon("one"), Then: eventsOf(abandoned)},
	})
}

func TestAKeyIsItsActorsOwn(t *testing.T) {
	t.Parallel()
	if idempotency.Stream("client:1", "2") == idempotency.Stream("client:12", "") || idempotency.Stream("client:1", "k") == idempotency.Stream("admin:1", "k") || len(idempotency.Stream("client:1", "k")) != len("idempotency-")+64 {
		t.Error("two actors share a key")
	}
}
