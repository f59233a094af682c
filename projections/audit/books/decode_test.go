package books

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gateway/eventstore"
)

// FuzzDecoder checks that the scanner reads the same as encoding/json. The seeds are the golden files of all
// events.
func FuzzDecoder(f *testing.F) {
	files, err := filepath.Glob("../../../domain/catalogue/testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no events", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(credit().Data))
	for _, text := range []string{
		`{"postings":[{"account":"a","amount":-0.10},{"account":"b","amount":"7.5"}],"at":"2026-01-02T03:04:05.000006Z"}`,
		`{"postings":[{"amount":1e3}]}`, `{"POSTINGS":[{"amount":1}],"reference":"\u00e9"}`, `{"reason":"é","after":{"held":123456789012345678901}}`,
		`{ "reference" : "spaced" }`, `{"at":"2026-13-02T00:00:00Z"}`, `{"postings":null,"after":null}`, `{}`, `{"a":[{"b":"}"},[1,2]],"reason":"x"}`,
	} {
		f.Add([]byte(text))
	}
	var d decoder
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			return // no store keeps data that is not JSON
		}
		var want movementEvent
		wantErr := json.Unmarshal(data, &want)
		got, err := d.event(eventstore.Recorded{Proposed: eventstore.Proposed{Data: data}})
		if (err == nil) != (wantErr == nil) || err == nil && said(t, got) != said(t, want) {
			t.Errorf("%s\n got %s, %v\nwant %s, %v", data, said(t, got), err, said(t, want), wantErr)
		}
	})
}

func said(t *testing.T, e movementEvent) string {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// This fails when events are written in a form that the scanner does not read, because reading them would
// then be slow.
func TestTheScannerReadsEventsAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	var e movementEvent
	s := scanner{text: credit().Data, names: &decoder{}}
	if s.object(func(key []byte) { s.eventField(&e, key) }); !s.ok() || len(e.Postings) != 4 {
		t.Errorf("not read: %+v", e)
	}
}
