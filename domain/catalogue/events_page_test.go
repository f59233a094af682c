package catalogue_test

import (
	"os"
	"regexp"
	"testing"
)

var row = regexp.MustCompile("(?m)^\\| `([a-z_]+\\.[a-z_]+\\.v[0-9]+)` \\|")

func TestEventsPageListsEveryEventAndNoOther(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../EVENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, match := range row.FindAllStringSubmatch(string(text), -1) {
		if listed[match[1]] {
			t.Errorf("%s is listed twice", match[1])
		}
		listed[match[1]] = true
	}
	for _, e := range events() {
		if !listed[e.EventType()] {
			t.Errorf("%s is not listed", e.EventType())
		}
		delete(listed, e.EventType())
	}
	for name := range listed {
		t.Errorf("%s is listed, but there is no such event", name)
	}
}
