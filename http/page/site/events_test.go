package site_test

import (
	"strings"
	"testing"

	"gateway/domain/catalogue"
	"gateway/domain/words"
)

func TestEveryEventOfTheLogHasWordsAndNoOther(t *testing.T) {
	t.Parallel()
	unknown := map[string]bool{}
	for name := range words.Events {
		unknown[name] = true
	}
	for _, e := range catalogue.Events() {
		if _, ok := words.Events[e.EventType()]; !ok {
			t.Errorf("%s has no words", e.EventType())
		}
		delete(unknown, e.EventType())
	}
	for name := range unknown {
		if strings.HasPrefix(name, "store.") || strings.HasPrefix(name, "snapshot.") {
			continue // an event of the event store itself
		}
		t.Errorf("%s has words, but there is no such event", name)
	}
}
