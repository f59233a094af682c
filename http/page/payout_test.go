package page_test

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/page"
)

func TestWhoTransferredAPayoutIsSaidInWords(t *testing.T) {
	t.Parallel()
	c := &page.Context{Language: words.Indonesian}
	for name, want := range map[string]string{"provider": "Penyedia pembayaran", "Ani": "Ani", "": ""} {
		if got := c.TransferredBy(&name).Text; got != want {
			t.Errorf("%q is said as %q, want %q", name, got, want)
		}
	}
	if got := c.TransferredBy(nil).Text; got != "" {
		t.Errorf("nobody yet is said as %q", got)
	}
}
