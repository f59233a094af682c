package domaintest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
)

// Case is one scenario: given these events, when this command is decided, then exactly those events follow,
// or this refusal. If both Then and Refused are empty, the decision must return no events.
type Case[S any] struct {
	Name  string
	Given []domain.Event
	When  func(S) ([]domain.Event, error)
	Then  []domain.Event
	// Refused is the refusal's code, or `code field` if the refusal names a field.
	Refused string
}

// Run runs the cases in order. For each it also checks that neither the decision nor Evolve changed the given
// state.
func Run[S any](t *testing.T, aggregate domain.Aggregate[S], cases []Case[S]) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			var zero S
			state := aggregate.Fold(zero, c.Given...)
			before := asJSON(t, state)
			got, err := c.When(state)
			if refused := Refusal(err); refused != c.Refused {
				t.Fatalf("refused %q (%v), want %q", refused, err, c.Refused)
			}
			Same(t, c.Then, got)
			aggregate.Fold(state, got...)
			if after := asJSON(t, state); after != before {
				t.Errorf("the state given was changed\nfrom %s\nto   %s", before, after)
			}
		})
	}
}

// Refusal returns the text that Run compares with Case.Refused: empty for nil, and the error's text for an
// error that is not a *domain.Refusal.
func Refusal(err error) string {
	var refusal *domain.Refusal
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &refusal):
		return err.Error()
	case refusal.Field != "":
		return refusal.Code + " " + refusal.Field
	}
	return refusal.Code
}

// Same compares events by wire name and JSON, so that 1.5 equals 1.50.
func Same(t *testing.T, want, got []domain.Event) {
	t.Helper()
	w, g := lines(t, want), lines(t, got)
	if w != g {
		t.Errorf("events differ\nwant:\n%sgot:\n%s", w, g)
	}
}

func lines(t *testing.T, events []domain.Event) (s string) {
	t.Helper()
	for _, e := range events {
		s += fmt.Sprintf("  %s %s\n", e.EventType(), asJSON(t, e))
	}
	return s
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
