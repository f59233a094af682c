package backup

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"
)

func lineOf(r eventstore.Recorded) line {
	return line{
		Position: &r.Position, Stream: r.Stream, Revision: r.Revision, ID: r.ID, Type: r.Type,
		Data: string(r.Data), Metadata: string(r.Metadata), Created: r.BookedAt.UTC(),
	}
}

// encoded returns the line as encoding/json writes it.
func encoded(t *rapid.T, r eventstore.Recorded) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(lineOf(r)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a\"\\</>&\u2028\u2029\ufffd\n\t\x00\x7f é{}[]:,"))),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
}

// usualText generates text that readLine scans.
func usualText() *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom([]rune(`a"\é</>&{}:,`)), 1, 20, -1)
}

func anyEvent(t *rapid.T) eventstore.Recorded {
	texts := usualText()
	if rapid.Bool().Draw(t, "unusual") {
		texts = anyText()
	}
	text := func(name string) string { return texts.Draw(t, name) }
	var r eventstore.Recorded
	r.Position = eventstore.Position{Commit: rapid.Int64().Draw(t, "commit"), Prepare: rapid.Int64().Draw(t, "prepare")}
	r.Stream, r.Revision, r.Type = text("stream"), rapid.Int64().Draw(t, "revision"), text("type")
	copy(r.ID[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
	r.Data, r.Metadata = json.RawMessage(text("data")), json.RawMessage(text("metadata"))
	if rapid.Bool().Draw(t, "booked") {
		r.BookedAt = time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds"))
	}
	return r
}

func TestALineIsWhatTheStandardLibraryWrites(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := anyEvent(t)
		got, err := appendLine([]byte("before"), r)
		if err != nil || string(got) != "before"+encoded(t, r) {
			t.Fatalf("got  %s (%v)\nwant %s", got, err, encoded(t, r))
		}
	})
}

var damage = rapid.SampledFrom([]string{
	"", "\xff", "\xc3", "\"", "\\", "\\n", `\u00e9`, `\"`, "é", "\x00", " ", "0", "-", "7", "}", ",", ".5", "Z", `,"events":1`, `,"sha256":"a"`, `"data":"{}",`,
})

func TestALineIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := encoded(t, anyEvent(t))
		if rapid.Bool().Draw(t, "damaged") {
			at, with := rapid.IntRange(0, len(text)-1).Draw(t, "at"), damage.Draw(t, "with")
			text = text[:at] + with + text[min(len(text), at+rapid.IntRange(0, 2).Draw(t, "without")):]
		}
		text = strings.TrimSuffix(text, "\n")
		var want line
		wantErr := json.Unmarshal([]byte(text), &want)
		got, err := readLine([]byte(text))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: got %v, want %v", text, err, wantErr)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Fatalf("%s:\n%s", text, diff)
		}
	})
}

func TestAnEventOfTheGatewayIsScanned(t *testing.T) {
	t.Parallel()
	var r eventstore.Recorded
	r.Position = eventstore.Position{Commit: 7, Prepare: 7}
	r.Stream, r.Revision, r.ID, r.Type = "payment-1-a", 0, uuid.MustParse("6f1d6c0e-3c5a-4b0e-9d53-1a1f3ad0c0de"), "payment.paid.v1"
	r.Data, r.Metadata = json.RawMessage(`{"name":"Toko \"é\" <b>"}`), json.RawMessage(`{"origin":"gateway"}`)
	r.BookedAt = time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	text, err := appendLine(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := scanLine(bytes.TrimSuffix(text, []byte("\n")))
	if !ok {
		t.Fatalf("%s is left to encoding/json, which takes several times as long", text)
	}
	got, err := l.event()
	if diff := cmp.Diff(r, got); err != nil || diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
}

func TestATimeWithoutAFormInJSONIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := appendLine(nil, eventstore.Recorded{BookedAt: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a year of five digits was written")
	}
}
