package page

import (
	"testing"
	"time"

	"gateway/domain/words"
	"gateway/projections/story"
)

func TestAnAttemptThatFailedIsTitledAsFailed(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		detail, english, indonesian string
		failed                      bool
	}{
		{`{"attempt":1,"response_status":204,"duration_ms":3}`, "Callback sent", "Callback dikirim", false},
		{
			`{"attempt":1,"response_status":500,"error":"answered 500","duration_ms":3}`, "Callback not delivered: the server answered 500",
			"Callback tidak terkirim: server menjawab 500", true,
		},
		{`{"attempt":1,"response_status":404}`, "Callback not delivered: the server answered 404", "Callback tidak terkirim: server menjawab 404", true},
		{`{"attempt":2,"error":"connection refused"}`, "Callback not delivered: connection refused", "Callback tidak terkirim: koneksi ditolak", true},
		{`{"attempt":2,"response_status":200,"error":"timeout"}`, "Callback not delivered: timeout", "Callback tidak terkirim: waktu habis", true},
		{`{"attempt":2,"error":"TLS failed"}`, "Callback not delivered: TLS failed", "Callback tidak terkirim: TLS gagal", true},
	} {
		for language, want := range map[words.Language]string{words.English: rule.english, words.Indonesian: rule.indonesian} {
			c := &Context{Language: language, site: &Site{}}
			told := story.Timeline{Entries: []story.Entry{{At: time.Unix(0, 0), Type: "callback.attempted.v1", Detail: []byte(rule.detail)}}}
			got := c.StoryBlock(told, nil).Entries[0]
			if got.Title != want || got.Failed != rule.failed {
				t.Errorf("%s is %q, failed %t, want %q, %t", rule.detail, got.Title, got.Failed, want, rule.failed)
			}
		}
	}
}

func TestWhatAnEventSaysIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	pairs := dataPairs([]byte(`{"account_holder":"CV Maju \u0026 \"Jaya\"","amount":150000.50,"kind":"withdrawal","error":null,"ids":["a"]}`))
	want := []string{`account_holder: CV Maju & "Jaya"`, "amount: 150000.50", "kind: withdrawal", "error: null", `ids: ["a"]`}
	if len(pairs) != len(want) {
		t.Fatalf("%d fields, want %d", len(pairs), len(want))
	}
	for i, p := range pairs {
		if got := p.Label + ": " + p.Value.Text; got != want[i] {
			t.Errorf("field %d is %s, want %s", i, got, want[i])
		}
	}
}
