package catalogue_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// A released golden file is never written again: -new adds those that are missing and touches no other.
var addNew = flag.Bool("new", false, "write the golden files of new events")

func events() []domain.Event {
	return append(catalogue.Events(), eventstore.SnapshotTaken{}, eventstore.StoreMoved{},
		eventstore.GenerationBegan{}, eventstore.PayoutsResumed{}, eventstore.TimesBound{}, eventstore.BooksRead{})
}

func TestEveryEventKeepsItsJSONForEver(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(catalogue.Events()...)
	for _, zero := range events() {
		t.Run(zero.EventType(), func(t *testing.T) {
			t.Parallel()
			full := filled(zero)
			if outdated, ok := full.(domain.Outdated); ok {
				upgradedFrom(t, codec, outdated)
				return
			}
			encoded, err := codec.Encode(full)
			if err != nil {
				t.Fatal(err)
			}
			golden := goldenOf(t, zero.EventType(), encoded)
			if !bytes.Equal(compact(t, golden), encoded) {
				t.Errorf("the JSON changed:\n got %s\nwant %s", encoded, compact(t, golden))
			}
			back, err := codec.Decode(zero.EventType(), golden)
			if err != nil {
				t.Fatal(err)
			}
			again, err := codec.Encode(back)
			if err != nil || !bytes.Equal(again, encoded) {
				t.Errorf("reading and writing changes the event (%v):\n got %s\nwant %s", err, again, encoded)
			}
		})
	}
}

// upgradedFrom checks a former version: nothing writes it, and its JSON is read as the newest version.
func upgradedFrom(t *testing.T, codec *eventstore.Codec, former domain.Outdated) {
	t.Helper()
	if _, err := codec.Encode(former); !errors.Is(err, eventstore.ErrOutdated) {
		t.Errorf("it can be written: %v", err)
	}
	encoded, err := json.Marshal(former)
	if err != nil {
		t.Fatal(err)
	}
	golden := goldenOf(t, former.EventType(), encoded)
	if !bytes.Equal(compact(t, golden), encoded) {
		t.Errorf("the JSON changed:\n got %s\nwant %s", encoded, compact(t, golden))
	}
	read, err := codec.Decode(former.EventType(), golden)
	if err != nil {
		t.Fatal(err)
	}
	if codec.Newest(former.EventType()) != read.EventType() {
		t.Errorf("the newest version is %s, and it is read as %s", codec.Newest(former.EventType()), read.EventType())
	}
	got, err := codec.Encode(read)
	if err != nil {
		t.Fatal(err)
	}
	want, err := codec.Encode(former.Upgraded())
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("it is read as %s, want %s (%v)", got, want, err)
	}
}

// If an event got more fields, its old golden file is kept in testdata/former as <event>.<number>.json, and a
// new one is written in its place.
func TestTheFormerJSONOfAnEventIsStillRead(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(catalogue.Events()...)
	files, err := filepath.Glob("testdata/former/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(f), ".json")
			e, err := codec.Decode(name[:strings.LastIndexByte(name, '.')], text)
			if err != nil {
				t.Fatal(err)
			}
			now, err := codec.Encode(e)
			if err != nil {
				t.Fatal(err)
			}
			if lost := missing(decoded(t, text), decoded(t, now), ""); len(lost) > 0 {
				t.Errorf("read and written again, it lacks %v", lost)
			}
		})
	}
}

// missing names the members of the former JSON that are absent from, or different in, the present JSON.
func missing(former, now any, path string) (names []string) {
	object, ok := former.(map[string]any)
	if !ok {
		if !reflect.DeepEqual(former, now) {
			names = append(names, path)
		}
		return names
	}
	other, _ := now.(map[string]any)
	for name, value := range object {
		names = append(names, missing(value, other[name], path+"/"+name)...)
	}
	return names
}

func decoded(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestNoGoldenFileIsWithoutItsEvent(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, e := range events() {
		known[e.EventType()] = true
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".json"); !known[name] {
			t.Errorf("%s was an event once: logs still hold it", name)
		}
	}
}

func goldenOf(t *testing.T, name string, encoded []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name+".json")
	golden, err := os.ReadFile(path)
	if os.IsNotExist(err) && *addNew {
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, encoded, "", "  "); err != nil {
			t.Fatal(err)
		}
		golden, err = append(pretty.Bytes(), '\n'), os.WriteFile(path, append(pretty.Bytes(), '\n'), 0o644)
	}
	if err != nil {
		t.Fatalf("%v (go test -new writes the files of new events)", err)
	}
	return golden
}

func compact(t *testing.T, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filled returns the event with every field set to a value that is not zero.
func filled(e domain.Event) domain.Event {
	v := reflect.New(reflect.TypeOf(e)).Elem()
	fill(v, "value")
	return v.Interface().(domain.Event)
}

// sampleOf returns the text for a field: its JSON name, so that swapped tags are found and the Go names are
// free to change.
func sampleOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if strings.HasSuffix(name, "_by") {
		return "by" // for approved_by and the like, because the first golden files use it
	}
	return strings.ReplaceAll(name, "_", "")
}

var special = map[reflect.Type]reflect.Value{
	reflect.TypeFor[time.Time]():       reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)),
	reflect.TypeFor[decimal.Decimal](): reflect.ValueOf(decimal.RequireFromString("12345.67")),
	reflect.TypeFor[json.RawMessage](): reflect.ValueOf(json.RawMessage(`{"kept":"as it is"}`)),
}

func fill(v reflect.Value, sample string) {
	if known, ok := special[v.Type()]; ok {
		v.Set(known)
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(sample)
	case reflect.Int, reflect.Int64:
		v.SetInt(42)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), sample)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), sample)
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, sample)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("KEY"), value)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), sampleOf(v.Type().Field(i)))
		}
	default:
		panic("no sample for " + v.Type().String())
	}
}
