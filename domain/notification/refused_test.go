package notification_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gateway/domain/notification"
)

func TestARefusedNotificationIsRecordedOnce(t *testing.T) {
	t.Parallel()
	events := notification.Refuse(notification.State{}, notification.Refused{Kind: "va", Code: "invalid_field"}, []byte("{}"))
	if len(events) != 1 {
		t.Fatalf("%v", events)
	}
	if e := events[0].(notification.Refused); e.BodyBytes != 2 || e.BodySHA256 != "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" {
		t.Errorf("%+v", e)
	}
	if again := notification.Refuse(notification.Aggregate.Fold(notification.State{}, events...), notification.Refused{Kind: "va"}, []byte("{}")); again != nil {
		t.Errorf("again: %v", again)
	}
}

func TestWhatIsKeptIsBoundedAndSafe(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("é", 300), "a\x00b\nc", "\xff\xfe", "a\u202eb\u009bc", strings.Repeat("x", 1<<20)} {
		e := notification.Refuse(notification.State{}, notification.Refused{Reference: text, Status: text, Event: text}, nil)[0].(notification.Refused)
		if utf8.RuneCountInString(e.Reference) > notification.MaxText || !utf8.ValidString(e.Reference) || strings.ContainsAny(e.Reference, "\x00\n\u202e\u009b") || e.Status != e.Reference {
			t.Errorf("kept %q", e.Reference)
		}
	}
}

func TestAStreamIsOfOneConnectionKindAndBody(t *testing.T) {
	t.Parallel()
	// The name that the stream had when there was one connection only.
	if one := notification.Stream("xendit", "va", []byte("a")); one != "notification-206869fdcae08501e63d16449dfa3603" {
		t.Error(one)
	}
	names := map[string]bool{}
	for _, of := range [][3]string{{"xendit", "va", "a"}, {"doku-1", "va", "a"}, {"doku-2", "va", "a"}, {"xendit", "qris", "a"}, {"xendit", "va", "b"}} {
		names[notification.Stream(of[0], of[1], []byte(of[2]))] = true
	}
	if again := notification.Stream("doku-1", "va", []byte("a")); len(names) != 5 || !names[again] {
		t.Error(names)
	}
}
