package storetest

import (
	"fmt"
	"slices"
	"time"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
)

// gaps holds the rules of a log whose positions have gaps, such as an imported log from EventStoreDB. They
// need Fixture.Restored.
var gaps = contract{
	{"a log with gaps is read forwards from any event, in pages of any size", func(h *harness) {
		all := h.restoreWithGaps()
		for _, limit := range pageSizes {
			h.mustBe(all, h.readAll(eventstore.Position{}, limit))
		}
		for i, e := range all {
			h.mustBe(all[i+1:], h.readAll(e.Position, 7))
			h.mustBe(all[i:], h.readAll(e.Position.JustBefore(), 7))
		}
	}},
	{"a log with gaps is read backwards from any event, in pages of any size", func(h *harness) {
		all := h.restoreWithGaps()
		backwards := slices.Clone(all)
		slices.Reverse(backwards)
		for range 2 {
			for _, limit := range pageSizes {
				h.mustBe(backwards, h.readBack(eventstore.EndOfLog, eventstore.Position{}, limit))
			}
			for i, e := range backwards {
				h.mustBe(backwards[i+1:], h.readBack(e.Position, eventstore.Position{}, 7))
			}
			h.store = h.open()
		}
	}},
	{"a log with gaps is followed from any event", func(h *harness) {
		all := h.restoreWithGaps()
		for i, e := range all[:len(all)-1] {
			h.mustBe(all[i+1:], h.follow(h.store.Subscribe(e.Position), 4, len(all)-i-1))
		}
	}},
	{"the streams of a log with gaps are read in both directions", func(h *harness) {
		all := h.restoreWithGaps()
		for name, events := range byStream(all) {
			h.mustBe(events, h.read(name, 0, eventstore.Forwards, len(all)))
			slices.Reverse(events)
			h.mustBe(events, h.read(name, eventstore.End, eventstore.Backwards, len(all)))
		}
	}},
}

var pageSizes = []int{1, 2, 7, 30, 1_000}

// steps holds the distances between the events of restoreWithGaps, used repeatedly.
var steps = []int64{3, 1, 1, 250, 1, 7, 90_000, 1, 1, 1, 1, 12, 2}

// restoreWithGaps restores a log whose positions have gaps, appends some more events, and returns all of them
// as the store returns them.
func (h *harness) restoreWithGaps() []eventstore.Recorded {
	h.Helper()
	if h.Restored == nil {
		h.Skip("the fixture makes no log with gaps")
	}
	const restored, appended = 40, 10
	events, names := h.events(restored+appended), []string{"a", "b", "c"}
	log, at := make([]eventstore.Recorded, restored), eventstore.Position{}
	for i := range log {
		at.Commit += steps[i%len(steps)]
		at.Prepare = at.Commit
		log[i] = eventstore.Recorded{
			Proposed: events[i], Stream: h.stream(names[i%len(names)]), Revision: eventstore.Revision(i / len(names)),
			Position: at, BookedAt: time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC),
		}
	}
	h.Open, h.Dense = h.Restored(h, log), false
	h.store = h.open()
	for i := restored; i < len(events); i++ {
		h.append(names[i%len(names)], eventstore.Revision(i/len(names)-1), events[i:i+1])
	}
	all := h.readAll(eventstore.Position{}, len(events))
	h.mustEqual(all, events)
	h.mustRise(eventstore.Position{}, all)
	return all
}

// byStream returns the events of each stream, by the name that the test gave it.
func byStream(events []eventstore.Recorded) map[string][]eventstore.Recorded {
	streams := make(map[string][]eventstore.Recorded)
	for _, e := range events {
		name := e.Stream[len(e.Stream)-1:]
		streams[name] = append(streams[name], e)
	}
	return streams
}

// mustBe compares recorded events, including position and booking time.
func (h *harness) mustBe(want, got []eventstore.Recorded) {
	h.Helper()
	if diff := cmp.Diff(recordedTexts(want), recordedTexts(got)); diff != "" {
		h.Fatalf("events (-want +got):\n%s", diff)
	}
}

// recordedTexts returns one line per event, for a readable difference.
func recordedTexts(events []eventstore.Recorded) []string {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = fmt.Sprintf("%d/%d %s@%d %s %s %q %q %s", e.Position.Commit, e.Position.Prepare, e.Stream, e.Revision,
			e.ID, e.Type, e.Data, e.Metadata, e.BookedAt.UTC().Format(time.RFC3339Nano))
	}
	return lines
}
