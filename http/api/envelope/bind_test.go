package envelope

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/money"
)

type request struct {
	Amount   money.Input     `json:"amount"`
	Name     string          `json:"name" bind:"max=10"`
	Note     string          `json:"note,omitempty" bind:"text,max=20"`
	Count    *int64          `json:"count,omitempty"`
	Yes      bool            `json:"yes,omitempty"`
	List     []string        `json:"list,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty" bind:"object"`
	Password string          `json:"password,omitempty" bind:"bytes,max=10"`
	Login    *string         `json:"login,omitempty" bind:"stored,max=10"`
	Address  address         `json:"address,omitempty"`
	Others   []address       `json:"others,omitempty"`
}

type address struct {
	Street  string      `json:"street"`
	Amount  money.Input `json:"amount,omitempty"`
	Numbers []int64     `json:"numbers,omitempty"`
	Within  []flat      `json:"within,omitempty"`
}

type flat struct {
	Street string `json:"street"`
}

// refusal returns the code and the field of an error.
func refusal(err error) string {
	var r *domain.Refusal
	if !errors.As(err, &r) {
		return fmt.Sprint(err)
	}
	return strings.TrimSpace(r.Code + " " + r.Field)
}

func TestBodiesAreReadStrictly(t *testing.T) {
	t.Parallel()
	const sound = `"amount":10,"name":"a"`
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	for _, c := range []struct{ name, body, refused string }{
		{"sound", `{` + sound + `}`, "<nil>"},
		{"unknown fields are ignored", `{` + sound + `,"id":7,"saldo":{"a":[1]}}`, "<nil>"},
		{"null for an optional field", `{` + sound + `,"note":null,"count":null,"metadata":null}`, "<nil>"},
		{"white space around", " \n{" + sound + "}\n ", "<nil>"},
		{"empty", ``, "malformed_json"},
		{"no object", `[1]`, "malformed_json"},
		{"a string", `"x"`, "malformed_json"},
		{"cut", `{` + sound, "malformed_json"},
		{"a comma too many", `{` + sound + `,}`, "malformed_json"},
		{"something after it", `{` + sound + `} {}`, "malformed_json"},
		{"a key twice", `{` + sound + `,"name":"b"}`, "malformed_json"},
		{"a key twice, deep inside", `{` + sound + `,"metadata":{"a":{"b":1,"b":2}}}`, "malformed_json"},
		{"a key twice, spelt otherwise", `{` + sound + `,"n\u0061me":"b"}`, "malformed_json"},
		{"not UTF-8", "{" + sound + ",\"note\":\"\xff\"}", "malformed_json"},
		{"as deep as can be", `{` + sound + `,"metadata":` + deep(maxDepth-1) + `}`, "<nil>"},
		{"deeper", `{` + sound + `,"metadata":` + deep(maxDepth) + `}`, "malformed_json"},
		{"without a required field", `{"name":"a"}`, "invalid_field amount"},
		{"null for a required field", `{"amount":null,"name":"a"}`, "invalid_field amount"},
		{"an empty required string", `{"amount":10,"name":" "}`, "invalid_field name"},
		{"a string for an amount", `{"amount":"10","name":"a"}`, "invalid_field amount"},
		{"three decimals", `{"amount":1.001,"name":"a"}`, "invalid_field amount"},
		{"an amount beyond everything", `{"amount":1e400,"name":"a"}`, "invalid_field amount"},
		{"a number for a string", `{"amount":10,"name":7}`, "invalid_field name"},
		{"as long as may be", `{"amount":10,"name":"éééééééééé"}`, "<nil>"},
		{"one character too long", `{"amount":10,"name":"ééééééééééé"}`, "invalid_field name"},
		{"NUL", `{"amount":10,"name":"a\u0000"}`, "invalid_field name"},
		{"a line break in a name", `{"amount":10,"name":"a\nb"}`, "invalid_field name"},
		{"a line break in a text", `{` + sound + `,"note":"a\r\n\tb"}`, "<nil>"},
		{"an escape character in a text", `{` + sound + `,"note":"a\u001b"}`, "invalid_field note"},
		{"a fraction for an integer", `{` + sound + `,"count":1.5}`, "invalid_field count"},
		{"an integer that is too large", `{` + sound + `,"count":9223372036854775808}`, "invalid_field count"},
		{"a string for a bool", `{` + sound + `,"yes":"true"}`, "invalid_field yes"},
		{"an object for a list", `{` + sound + `,"list":{}}`, "invalid_field list"},
		{"a control character in a list", `{` + sound + `,"list":["a","\u0007"]}`, "invalid_field list"},
		{"a control character of C1", `{"amount":10,"name":"a\u009b"}`, "invalid_field name"},
		{"a turned direction", `{"amount":10,"name":"a\u202e"}`, "invalid_field name"},
		{"a turned direction in a text", `{` + sound + `,"note":"a\u2066"}`, "invalid_field note"},
		{"a turned direction in an object within", `{` + sound + `,"address":{"street":"a\u202e"}}`, "invalid_field address.street"},
		{"a turned direction in a list of objects", `{` + sound + `,"others":[{"street":"a"},{"street":"\u202e"}]}`, "invalid_field others[1].street"},
		{"a turned direction in a metadata", `{` + sound + `,"metadata":{"a":"\u202e"}}`, "<nil>"},
		{"as long as may be once it is composed", `{"amount":10,"name":"` + strings.Repeat("e\u0301", 10) + `"}`, "<nil>"},
		{"half a character", `{"amount":10,"name":"a\ud800"}`, "invalid_field name"},
		{"the other half", `{"amount":10,"name":"\udc00a"}`, "invalid_field name"},
		{"the halves the wrong way round", `{"amount":10,"name":"\udc00\ud800"}`, "invalid_field name"},
		{"both halves", `{"amount":10,"name":"\ud83d\ude00"}`, "<nil>"},
		{"what looks like half a character", `{"amount":10,"name":"\\ud800"}`, "<nil>"},
		{"the sign of a lost character", `{"amount":10,"name":"\ufffd"}`, "<nil>"},
		{"a password of any characters", `{` + sound + `,"password":"\u202e\u0007e\u0301"}`, "<nil>"},
		{"a password that is too long", `{` + sound + `,"password":"12345678901"}`, "invalid_field password"},
		{"a login of before", `{` + sound + `,"login":"a\u202e\u0085"}`, "<nil>"},
		{"a login that never was", `{` + sound + `,"login":"a\u0007"}`, "invalid_field login"},
		{"a list for an object", `{` + sound + `,"metadata":[]}`, "invalid_field metadata"},
		{"NUL in an object", `{` + sound + `,"metadata":{"a":"\u0000"}}`, "invalid_field metadata"},
		{"an object as large as may be", `{` + sound + `,"metadata":{"a":"` + strings.Repeat("x", MaxObject-8) + `"}}`, "<nil>"},
		{"an object one byte larger", `{` + sound + `,"metadata":{"a":"` + strings.Repeat("x", MaxObject-7) + `"}}`, "invalid_field metadata"},
	} {
		if _, err := Parse[request]([]byte(c.body)); refusal(err) != c.refused {
			t.Errorf("%s: refused %q, want %q", c.name, refusal(err), c.refused)
		}
	}
}

func TestAWrongTypeDeepWithinIsNamed(t *testing.T) {
	t.Parallel()
	for others, want := range map[string]string{
		`[{"street":"a"},{"street":7}]`: "others[1].street must be a string",
		`[null]`:                        "others[0] must be an object",
		`["a",{}]`:                      "others[0] must be an object; others[1].street is required",
		`[{"street":"a","amount":"1"}]`: "others[0].amount must be a JSON number, not a string",
		`[{"street":"a","within":[{"street":"a"},{}]}]`: "others[0].within[1].street is required",
		`[{"street":"a","numbers":[1,"2"]}]`:            "others[0].numbers must be an integer in each place",
		`{}`:                                            "others must be an array",
	} {
		_, err := Parse[request]([]byte(`{"amount":10,"name":"a","others":` + others + `}`))
		var refused *domain.Refusal
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", others, err)
			continue
		}
		var got []string
		for _, r := range refused.Fields() {
			got = append(got, r.Field+" "+r.Message)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", others, got, want)
		}
	}
}

func TestTextsAreBroughtToNFCWhereverTheyStand(t *testing.T) {
	t.Parallel()
	const sent, stored = "e\u0301", "\u00e9"
	r, err := Parse[request]([]byte(`{"amount":10,"name":"` + sent + `","note":"` + sent + `","list":["` + sent + `"],"metadata":{"` + sent + `":"` + sent + `"},` +
		`"password":"` + sent + `","login":"` + sent + `","address":{"street":"` + sent + `"},"others":[{"street":"` + sent + `"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for field, c := range map[string]struct{ got, want string }{
		"name": {r.Name, stored}, "note": {r.Note, stored}, "list": {r.List[0], stored}, "address": {r.Address.Street, stored},
		"others": {r.Others[0].Street, stored}, "metadata": {string(r.Metadata), `{"` + sent + `":"` + sent + `"}`},
		"password": {r.Password, sent}, "login": {*r.Login, sent},
	} {
		if c.got != c.want {
			t.Errorf("%s is %+q, want %+q", field, c.got, c.want)
		}
	}
}

func TestARequestWithTextsThatNoRuleChecksIsNotRead(t *testing.T) {
	t.Parallel()
	for name, parse := range map[string]func(){
		"JSON of any form": func() {
			_, _ = Parse[struct {
				A json.RawMessage `json:"a"`
			}]([]byte(`{"a":"\u202e"}`))
		},
		"a map": func() {
			_, _ = Parse[struct {
				A map[string]string `json:"a"`
			}]([]byte(`{"a":{"b":"\u202e"}}`))
		},
		"anything": func() {
			_, _ = Parse[struct {
				A any `json:"a"`
			}]([]byte(`{"a":"\u202e"}`))
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", name)
				}
			}()
			parse()
		}()
	}
}

func TestURLsThatAreCalledBackAreAbsoluteAndBare(t *testing.T) {
	t.Parallel()
	for raw, refused := range map[string]string{
		"":                                  "<nil>",
		"https://toko.example.com/cb?a=1":   "<nil>",
		"http://127.0.0.1:9/cb":             "<nil>",
		"https://[::1]:8443/":               "<nil>",
		"toko.example.com":                  "invalid_field url",
		"/cb":                               "invalid_field url",
		"ftp://toko.example.com":            "invalid_field url",
		"javascript:alert(1)":               "invalid_field url",
		"https://":                          "invalid_field url",
		"https://:443/":                     "invalid_field url",
		"https://user:pw@toko.example.com":  "invalid_field url",
		"https://toko.example.com/a b":      "invalid_field url",
		"https://toko.example.com/\r\nX: y": "invalid_field url",
		"https://toko.example.com/\u202e":   "invalid_field url",
		"https://toko.example.com/\u0085":   "invalid_field url",
		"https://toko.example.com/" + strings.Repeat("\u00e9", MaxURL-25): "<nil>",
		"https://toko.example.com/" + strings.Repeat("x", MaxURL-25):      "<nil>",
		"https://toko.example.com/" + strings.Repeat("x", MaxURL-24):      "invalid_field url",
	} {
		if got := refusal(CheckURL("url", raw)); got != refused {
			t.Errorf("%.60q: refused %q, want %q", raw, got, refused)
		}
	}
}

func TestLastPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total int64
		per   int
		last  int
	}{{0, 15, 1}, {1, 15, 1}, {15, 15, 1}, {16, 15, 2}, {1_000_000, 100, 10_000}} {
		if got := lastPage(c.total, c.per); got != c.last {
			t.Errorf("%d by %d: last page %d, want %d", c.total, c.per, got, c.last)
		}
	}
}

// FuzzParse looks for a body that makes Parse panic, or that Parse accepts although the standard library does
// not see an object in it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"amount":10,"name":"a"}`, `{"amount":1e4,"name":"a","metadata":{"a":[{}]}}`, `{`, `null`, `{"a":"\ud800"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := Parse[request](body); err == nil && !json.Valid(body) {
			t.Errorf("took %q", body)
		}
	})
}
