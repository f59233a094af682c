package jsontext_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain/jsontext"
	_ "gateway/domain/money" // decimals are numbers in JSON

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

type everything struct {
	Int      int64            `json:"int"`
	Bool     bool             `json:"bool"`
	String   string           `json:"string"`
	Decimal  decimal.Decimal  `json:"decimal"`
	Time     time.Time        `json:"time"`
	Raw      json.RawMessage  `json:"raw"`
	Other    []string         `json:"other"`
	OfInt    *int64           `json:"of_int"`
	OfString *string          `json:"of_string"`
	OfNumber *decimal.Decimal `json:"of_number"`
	OfTime   *time.Time       `json:"of_time"`
	List     []inner          `json:"list"`
}

type inner struct {
	Name string `json:"name"`
}

func (i inner) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.String("name", i.Name)
	return o.End()
}

func (e everything) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.Int("int", e.Int)
	o.Bool("bool", e.Bool)
	o.String("string", e.String)
	o.Decimal("decimal", e.Decimal)
	o.Time("time", e.Time)
	o.Raw("raw", e.Raw)
	o.Other("other", e.Other)
	jsontext.Optional(&o, "of_int", e.OfInt, (*jsontext.Object).Int)
	jsontext.Optional(&o, "of_string", e.OfString, (*jsontext.Object).String)
	jsontext.Optional(&o, "of_number", e.OfNumber, (*jsontext.Object).Decimal)
	jsontext.Optional(&o, "of_time", e.OfTime, (*jsontext.Object).Time)
	o.Value("list", jsontext.Array[inner](e.List))
	return o.End()
}

func text() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a\"\\</>&\u2028\u2029\ufffd\n\t é{}[]:,"))),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
}

// raw generates any JSON, with white space as people write it.
func raw() *rapid.Generator[json.RawMessage] {
	return rapid.Custom(func(t *rapid.T) json.RawMessage {
		var value any = map[string]any{
			text().Draw(t, "key"): text().Draw(t, "value"), "n": rapid.Float64().Draw(t, "number"), "a": []any{nil, true, map[string]any{}},
		}
		encoded, err := json.MarshalIndent(value, rapid.SampledFrom([]string{"", " ", "\t", "\r"}).Draw(t, "before"), "  ")
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "unescaped") { // the form in which PostgreSQL returns what a client sent
			return json.RawMessage(`{"html":"<b>&\u2028</b>","line":"` + "\u2028\u2029\u202a" + `", "quote" : "\\\"<" ,"x":` + string(encoded) + "}\n")
		}
		return encoded
	})
}

func TestObjectsAreWrittenAsTheStandardLibraryWritesThem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := decimal.New(rapid.Int64().Draw(t, "coefficient"), rapid.Int32Range(-4, 2).Draw(t, "exponent"))
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).UTC()
		e := everything{
			Int: rapid.Int64().Draw(t, "int"), Bool: rapid.Bool().Draw(t, "bool"), String: text().Draw(t, "string"),
			Decimal: number, Time: at, Raw: raw().Draw(t, "raw"), Other: rapid.SliceOfN(text(), 0, 3).Draw(t, "other"), List: []inner{},
		}
		if rapid.Bool().Draw(t, "set") {
			e.OfInt, e.OfString, e.OfNumber, e.OfTime = &e.Int, &e.String, &e.Decimal, &e.Time
			e.List = []inner{{text().Draw(t, "name")}, {""}}
		} else {
			e.Raw = nil
		}
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.AppendJSON([]byte("before"))
		if err != nil || string(got) != "before"+string(want) {
			t.Fatalf("got  %s (%v)\nwant %s", got, err, want)
		}
	})
}

func TestWhatCannotBeEncodedIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := (everything{Time: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}).AppendJSON(nil); err == nil {
		t.Error("a year of five digits was written")
	}
}
