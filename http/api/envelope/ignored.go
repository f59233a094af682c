package envelope

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"gateway/domain/text"

	"github.com/gin-gonic/gin"
)

// The header X-Ignored names the fields and query parameters that the operation does not know. Its length is
// bounded, because a request may have any number of names, of any length.
const (
	ignoredHeader = "X-Ignored"
	maxIgnored    = 20
	maxIgnoredLen = 64
	// bodyTypeKey is the key in a request's context for the reflect.Type of the operation's body.
	bodyTypeKey = "gateway/body-type"
)

// knownEverywhere are fields and parameters that the API reference lists but that the gateway never uses: the
// credential identifies the client, and the gateway computes the fee.
var knownEverywhere = []string{"client_id", "biaya_penarikan"}

// Expect declares the query parameters of an operation and B as its body. The answer names all others in
// X-Ignored. `name[]` stands for the members of an object in the query. Body does the comparison when it reads
// the body.
func Expect[B any](c *gin.Context, parameters ...string) {
	c.Set(bodyTypeKey, reflect.TypeFor[B]())
	ExpectQuery(c, parameters...)
}

// ExpectQuery is Expect for an operation that has no body or accepts any field in it.
func ExpectQuery(c *gin.Context, parameters ...string) {
	if c.Request.URL.RawQuery == "" {
		return
	}
	var unknown []string
	for name := range c.Request.URL.Query() {
		if !slices.ContainsFunc(parameters, func(known string) bool { return isParameter(known, name) }) {
			unknown = append(unknown, name)
		}
	}
	addIgnored(c, unknown)
}

func isParameter(known, name string) bool {
	object, isObject := strings.CutSuffix(known, "[]")
	if !isObject {
		return name == known
	}
	_, isMember := memberOf(object, name)
	return isMember
}

// noteUnknownFields adds the body's unknown fields to X-Ignored. It skips a body that is not a JSON object,
// which is refused elsewhere.
func noteUnknownFields(c *gin.Context, raw []byte) {
	body, ok := c.Get(bodyTypeKey)
	if !ok {
		return
	}
	addIgnored(c, unknownFields("", body.(reflect.Type), raw))
}

// unknownFields returns the paths of the members for which the type has no field, including those of nested objects.
func unknownFields(path string, t reflect.Type, raw json.RawMessage) []string {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	known := make(map[string]field)
	for _, f := range fieldsOf(t) {
		known[f.name] = f
	}
	var unknown []string
	for name, value := range members {
		f, ok := known[name]
		switch {
		case !ok:
			unknown = append(unknown, path+name)
		case f.object:
			unknown = append(unknown, nearMisses(path+name+".", f.near, value)...)
		default:
			unknown = append(unknown, unknownWithin(path+name, t.Field(f.index).Type, value)...)
		}
	}
	return unknown
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// unknownWithin is unknownFields for the value of a field: an object or a list of objects.
func unknownWithin(path string, t reflect.Type, raw json.RawMessage) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case reflect.PointerTo(t).Implements(unmarshaler):
		return nil
	case t.Kind() == reflect.Struct:
		return unknownFields(path+".", t, raw)
	case t.Kind() == reflect.Slice:
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return nil
		}
		var unknown []string
		for _, item := range list {
			unknown = append(unknown, unknownWithin(path+"[]", t.Elem(), item)...)
		}
		return unknown
	}
	return nil
}

// addIgnored adds names to the header, sorted and without duplicates. Letters, digits and `_ . - [ ]` stay;
// every other byte is written as % and two digits.
func addIgnored(c *gin.Context, names []string) {
	all := make(map[string]bool)
	if before := c.Writer.Header().Get(ignoredHeader); before != "" {
		for _, name := range strings.Split(before, ", ") {
			all[name] = true
		}
	}
	for _, name := range names {
		if !slices.Contains(knownEverywhere, name) {
			all[headerSafe(name)] = true
		}
	}
	if len(all) == 0 {
		return
	}
	shown := slices.Sorted(maps.Keys(all))
	if len(shown) > maxIgnored {
		shown = append(shown[:maxIgnored], "...")
	}
	c.Header(ignoredHeader, strings.Join(shown, ", "))
}

func headerSafe(name string) string {
	var safe strings.Builder
	for i := range len(name) {
		if safe.Len() >= maxIgnoredLen {
			return safe.String() + "..."
		}
		if b := name[i]; b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("_.-[]", b) >= 0 {
			safe.WriteByte(b)
		} else {
			fmt.Fprintf(&safe, "%%%02X", b)
		}
	}
	return safe.String()
}

// nearMisses returns the paths of members of the client's own object that are probably misspelt names that the
// gateway knows: a misspelt callback_url must not be ignored in silence.
func nearMisses(path string, known []string, object json.RawMessage) []string {
	var members map[string]json.RawMessage
	if len(known) == 0 || json.Unmarshal(object, &members) != nil {
		return nil
	}
	var near []string
	for name := range members {
		if !slices.Contains(known, name) && slices.ContainsFunc(known, func(k string) bool { return isNear(name, k) }) {
			near = append(near, path+name)
		}
	}
	return near
}

// isNear reports whether a name differs from a known one only in case, punctuation and at most two letters, or
// has every word of it.
func isNear(name, known string) bool {
	if len(name) > 2*len(known) {
		return false
	}
	plain := letters(name)
	hasAll := true
	for word := range strings.SplitSeq(known, "_") {
		hasAll = hasAll && strings.Contains(plain, word)
	}
	return hasAll || text.Distance(plain, letters(known)) <= 2
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
