package domaintest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"gateway/domain"
)

// Case reads: given these events, when this is decided, then exactly those events
// follow, or the refusal. Then empty and Refused "" says that nothing happens.
type Case[S any] struct {
	Name  string
	Given []domain.Event
	When  func(S) ([]domain.Event, error)
	Then  []domain.Event
	// Refused is the refusal's code, or `code field` where it names one.
	Refused string
}

// Run runs the cases in order. Beside what each one says it checks that neither
// deciding nor evolving changed the state they were given.
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

// Refusal gives what Case.Refused is compared with. An error that is no
// *domain.Refusal gives its text.
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

// Same compares events by wire name and JSON, so that 1.5 is 1.50.
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
