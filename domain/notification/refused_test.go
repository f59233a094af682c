package notification

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestARefusedNotificationIsRecordedOnce(t *testing.T) {
	t.Parallel()
	events := Refuse(State{}, Refused{Kind: "va", Code: "invalid_field"}, []byte("{}"))
	if len(events) != 1 {
		t.Fatalf("%v", events)
	}
	if e := events[0].(Refused); e.BodyBytes != 2 || e.BodySHA256 != "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" {
		t.Errorf("%+v", e)
	}
	if again := Refuse(Aggregate.Fold(State{}, events...), Refused{Kind: "va"}, []byte("{}")); again != nil {
		t.Errorf("again: %v", again)
	}
}

func TestWhatIsKeptIsBoundedAndSafe(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("é", 300), "a\x00b\nc", "\xff\xfe", "a\u202eb\u009bc", strings.Repeat("x", 1<<20)} {
		e := Refuse(State{}, Refused{Reference: text, Status: text, Event: text}, nil)[0].(Refused)
		if utf8.RuneCountInString(e.Reference) > MaxText || !utf8.ValidString(e.Reference) || strings.ContainsAny(e.Reference, "\x00\n\u202e\u009b") || e.Status != e.Reference {
			t.Errorf("kept %q", e.Reference)
		}
	}
}

func TestAStreamIsOfOneKindAndBody(t *testing.T) {
	t.Parallel()
	one := Stream("va", []byte("a"))
	if one != Stream("va", []byte("a")) || one == Stream("qris", []byte("a")) || one == Stream("va", []byte("b")) {
		t.Error(one)
	}
}
