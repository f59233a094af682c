package text_test

import (
	"testing"

	"gateway/domain/text"
)

func TestAPhoneNumberIsWrittenAsE164(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"081234567890": "+6281234567890", "0812-3456 7890": "+6281234567890", "6281234567890": "+6281234567890",
		"+6281234567890": "+6281234567890", "+6591234567": "+6591234567",
		"": "", "0": "", "abc": "", "0812x": "", "+0812": "", "+": "", "+6281234567890123456": "",
	} {
		got, err := text.Phone("customer_phone", value)
		if got != want || (err == nil) != (got != "") {
			t.Errorf("%q: %q, %v, want %q", value, got, err, want)
		}
	}
}
