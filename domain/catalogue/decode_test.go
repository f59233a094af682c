package catalogue_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/eventstore"

	"pgregory.net/rapid"
)

var (
	literal = regexp.MustCompile(`:("(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null|\[|\{)`)
	member  = regexp.MustCompile(`"[a-z_]+":("(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)`)
	name    = regexp.MustCompile(`"[a-z_]+":`)
)

// values holds JSON of every kind, including values that fit no field and text that is not JSON.
var values = []string{
	`null`, `true`, `0`, `-1`, `1.50`, `1e2`, `1E400`, `9223372036854775808`, `12345678901234567890.123456789`, `""`, `"1.50"`, `"text"`,
	`"é \u00e9 \ud83d\ude00 \ud800 \u2028 <b>& \/ \n"`, "\"not UTF-8: \xff\"", `"2026-01-02T03:04:05.123456789+07:00"`, `"2026-13-02T03:04:05Z"`,
	`"0001-01-01T00:00:00Z"`, `[]`, `[null]`, `[1,"a",{}]`, `{}`, `{"a":[{"b":null}],"A":1}`, ` { "a" : 1 } `, `01`, `.5`, `tru`, `'a'`, "\"a\tb\"", `"\x"`,
	`"aGVsbG8="`, `"_-"`, `[1,2,3]`, `["a","b"]`, `{"account":"a","amount":1}`, `[{"account":"a","amount":"1"}]`,
}

// changed draws a change to the JSON of an event.
func changed(t *rapid.T, text string) string {
	places := func(r *regexp.Regexp) (from, to int) {
		all := r.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return 0, 0
		}
		p := rapid.SampledFrom(all).Draw(t, "place")
		return p[0], p[1]
	}
	switch rapid.IntRange(0, 6).Draw(t, "change") {
	case 0, 1: // another value
		if from, to := places(literal); to > from && !strings.HasSuffix(text[:to], "[") && !strings.HasSuffix(text[:to], "{") {
			return text[:from+1] + rapid.SampledFrom(values).Draw(t, "value") + text[to:]
		}
	case 2: // a duplicate member
		if from, to := places(member); to > from {
			return text[:to] + "," + strings.Replace(text[from:to], ":", ": ", 1) + text[to:]
		}
	case 3: // a name with other letter case
		if from, to := places(name); to > from {
			return text[:from] + strings.ToUpper(text[from:to]) + text[to:]
		}
	case 4: // an unknown member
		if from, _ := places(name); from > 0 {
			return text[:from] + `"unknown_` + `":` + rapid.SampledFrom(values).Draw(t, "value") + "," + text[from:]
		}
	case 5: // only a part of it
		return text[:rapid.IntRange(0, len(text)).Draw(t, "end")]
	case 6: // another byte
		b := []byte(text)
		if len(b) > 0 {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		return string(b)
	}
	return text
}

func TestEventsAreReadAsTheStandardLibraryReadsThem(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(catalogue.Events()...)
	for _, zero := range events() {
		if _, outdated := zero.(domain.Outdated); outdated {
			continue
		}
		golden, err := os.ReadFile(filepath.Join("testdata", zero.EventType()+".json"))
		if err != nil {
			t.Fatal(err)
		}
		sound := string(compact(t, golden))
		t.Run(zero.EventType(), rapid.MakeCheck(func(t *rapid.T) {
			text := sound
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				text = changed(t, text)
			}
			want := reflect.New(reflect.TypeOf(zero))
			wanted := json.Unmarshal([]byte(text), want.Interface())
			if former, ok := want.Interface().(domain.FilledIn); ok {
				former.FillIn()
			}
			got, err := codec.Decode(zero.EventType(), []byte(text))
			if (err == nil) != (wanted == nil) {
				t.Fatalf("%s\ngot  %v\nwant %v", text, err, wanted)
			}
			if err == nil && !reflect.DeepEqual(got, want.Elem().Interface()) {
				t.Fatalf("%s\ngot  %#v\nwant %#v", text, got, want.Elem().Interface())
			}
		}))
	}
}
