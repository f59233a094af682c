package jsontext_test

import (
	"encoding/json"
	"testing"

	"gateway/domain/jsontext"

	"pgregory.net/rapid"
)

func TestMembersAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		written := rapid.MapOf(rapid.StringMatching(`[a-z_]{0,5}`), rapid.OneOf(
			rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.Int64(), func(n int64) any { return n }),
			rapid.Map(rapid.SliceOf(rapid.StringMatching(`[\[\]{},:"\\]*`)), func(l []string) any { return map[string]any{"list": l} }),
		)).Draw(t, "object")
		object, err := json.Marshal(written)
		if err != nil {
			t.Fatal(err)
		}
		read := map[string]json.RawMessage{}
		if err := jsontext.Members(object, func(name, value []byte) error { read[string(name)] = value; return nil }); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(read); err != nil || string(again) != string(object) {
			t.Fatalf("got  %s (%v)\nwant %s", again, err, object)
		}
	})
}

func TestWhatIsNoObjectHasNoMembers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "null", "[1]", "{", `{"a"`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":"1}`, `{"a":[1}`, `{ "a":1}`, `{a:1}`} {
		if err := jsontext.Members([]byte(text), func(_, _ []byte) error { return nil }); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
