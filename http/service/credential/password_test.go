package credential_test

import (
	"errors"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/http/service/credential"
)

func TestAPasswordFitsOnlyItsOwnHash(t *testing.T) {
	t.Parallel()
	hash, err := credential.HashPassword(t.Context(), "rahasia-123")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "rahasia") {
		t.Error("the password is in its hash")
	}
	for _, c := range []struct {
		name, password, hash string
		fits                 bool
	}{
		{"right", "rahasia-123", hash, true},
		{"wrong", "rahasia-124", hash, false},
		{"empty", "", hash, false},
		{"far too long", strings.Repeat("x", 1<<20), hash, false},
		{"of an unknown address", "rahasia-123", "", false},
	} {
		if fits, err := credential.CheckPassword(t.Context(), c.password, c.hash); err != nil || fits != c.fits {
			t.Errorf("%s: %t, %v", c.name, fits, err)
		}
	}
}

func TestAPasswordHas8To255Bytes(t *testing.T) {
	t.Parallel()
	for n, taken := range map[int]bool{0: false, 7: false, 8: true, 255: true, 256: false} {
		_, err := credential.HashPassword(t.Context(), strings.Repeat("x", n))
		var refusal *domain.Refusal
		if taken != (err == nil) || !taken && (!errors.As(err, &refusal) || refusal.Field != "password") {
			t.Errorf("%d characters: %v", n, err)
		}
	}
}
