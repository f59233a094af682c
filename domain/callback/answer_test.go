package callback_test

import (
	"testing"

	"gateway/domain/callback"
)

func TestAnAnswerIsShownWithoutWhatIsNotPrintable(t *testing.T) {
	t.Parallel()
	for answer, shown := range map[string]string{
		"":                             "",
		"diterima\n\tok":               "diterima\n\tok",
		"<script>alert(1)</script>":    "<script>alert(1)</script>", // the page escapes it
		"a\x00b\x1b[31m\r":             `a\x00b\x1b[31m\x0d`,
		"\xff\xfe\xc3":                 `\xff\xfe\xc3`,
		"nama\u202etxt.exe \u2028 é 字": `nama\u202etxt.exe \u2028 é 字`,
	} {
		if got := callback.ShownAnswer(answer); got != shown {
			t.Errorf("%q is shown as %q", answer, got)
		}
	}
}
