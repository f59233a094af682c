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
			`{"attempt":1,"response_status":500,"error":"answered 500","duration_ms":3}`, "Callback not delivered: the server answered 500: an error of that server",
			"Callback tidak terkirim: server menjawab 500: ada kesalahan di server itu", true,
		},
		{`{"attempt":1,"response_status":404}`, "Callback not delivered: the server answered 404: it refuses the callback", "Callback tidak terkirim: server menjawab 404: ia menolak callback ini", true},
		{`{"attempt":2,"error":"connection refused"}`, "Callback not delivered: the server refused the connection", "Callback tidak terkirim: server menolak sambungan", true},
		{`{"attempt":2,"response_status":200,"error":"timeout"}`, "Callback not delivered: the server did not answer in time", "Callback tidak terkirim: server tidak menjawab tepat waktu", true},
		{`{"attempt":2,"error":"TLS failed"}`, "Callback not delivered: the server's certificate or secure connection (TLS) is wrong", "Callback tidak terkirim: sertifikat atau sambungan aman (TLS) server salah", true},
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

func TestAFailureIsSaidInWordsAndItsCodeIsTechnical(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct{ reason, detail, said, code string }{
		{"INVALID_DESTINATION", `{}`, "Rekening tujuan tidak ada atau tidak aktif", "INVALID_DESTINATION"},
		{"A_CODE_OF_TOMORROW", `{}`, "Gagal; penyedia tidak menjelaskan lebih lanjut", "A_CODE_OF_TOMORROW"},
		{"salah rekening", `{}`, "salah rekening", ""},
		{"", `{"failure_code":"REFUND_IN_PROGRESS"}`, "Pengembalian lain sedang berjalan", "REFUND_IN_PROGRESS"},
	} {
		c := &Context{Language: words.Indonesian, site: &Site{OneClient: true}}
		told := story.Timeline{Entries: []story.Entry{{At: time.Unix(0, 0), Type: "payout.failed.v1", Reason: rule.reason, Detail: []byte(rule.detail)}}}
		got := c.StoryBlock(told, nil).Entries[0]
		said, code := "", ""
		for _, p := range got.Lines {
			said += p.Value.Text
		}
		for _, p := range got.Technical {
			if p.Label == "Kode kegagalan" {
				code = p.Value.Text
			}
		}
		if said != rule.said || code != rule.code {
			t.Errorf("%s %s is said as %q, with the code %q", rule.reason, rule.detail, said, code)
		}
	}
}
