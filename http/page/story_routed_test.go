package page

import (
	"strings"
	"testing"

	"gateway/domain/words"
	"gateway/projections/story"
)

func TestAStorySaysWhichConnectionAndWhy(t *testing.T) {
	t.Parallel()
	entries := []struct{ kind, detail, want string }{
		{
			story.EntryEvent,
			`{"connection":"doku-1","rule":2,"matched":"payment: doku-1, then xendit","considered":[{"connection":"doku-1","why":"in_order"},{"connection":"dana-1","why":"off"}]}`,
			"Connection: doku-1. Chosen by: rule 2: payment: doku-1, then xendit. " +
				"Considered: doku-1: in the order of the rule; dana-1: not tried: it is off",
		},
		{story.EntryEvent, `{"connection":"doku-1"}`, ""},
		{
			story.EntryEvent, `{"connection":"xendit","from":"doku-1","cause":"not_sent","rule":1}`,
			"Made nothing: doku-1: the request never left. Connection: xendit. Chosen by: rule 1: the order of the configuration",
		},
		{story.EntryEvent, `{"connection":"xendit","from":"doku-1","cause":"4010000"}`, "Made nothing: doku-1: 4010000"},
		{story.EntryEvent, `{"connection":"doku-1","paid_amount":5}`, "The money came by: doku-1"},
		{story.EntryEvent, `{"amount":5}`, ""},
		{story.EntryEvent, `{"connection":"doku-1","paid_amount":5}`, ""},
		{story.EntryNotification, `{"connection":"xendit"}`, ""},
	}
	var told story.Timeline
	for _, e := range entries {
		told.Entries = append(told.Entries, story.Entry{Kind: e.kind, Detail: []byte(e.detail)})
	}
	c := &Context{Language: words.English, site: &Site{}}
	for i, entry := range c.StoryBlock(told, nil).Entries {
		var said []string
		for _, line := range entry.Lines {
			said = append(said, line.Label+": "+line.Value.Text)
		}
		if got := strings.Join(said, ". "); got != entries[i].want {
			t.Errorf("entry %d says\n%s\nwant\n%s", i, got, entries[i].want)
		}
	}
}
