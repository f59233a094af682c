package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestTimelinePrintsWhatTheAPIAnswers(t *testing.T) {
	i := install(t)
	i.addMerchant()
	id := i.payment
	text := i.prints("timeline", id)
	for _, part := range []string{"payment.requested.v1", "payment.paid.v1", "balance.credited.v1", "provider:xendit:clearing -150000.00", fmt.Sprint("client:", i.client), "request "} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing in\n%s", part, text)
		}
	}
	lines := strings.TrimSpace(i.prints("timeline", id, "--json"))
	var timeline struct {
		Entries json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(i.get("/admin/timeline/"+id, i.admin).raw, &timeline); err != nil {
		t.Fatal(err)
	}
	if got, want := compact(t, "["+strings.ReplaceAll(lines, "\n", ",")+"]"), compact(t, string(timeline.Entries)); got != want {
		t.Errorf("the command prints\n%s\nthe API says\n%s", got, want)
	}
	if out, err := i.run("timeline", "INV-1-1"); err == nil {
		t.Errorf("it prints %s", out)
	}
}
