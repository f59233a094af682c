package auth_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/http/auth"
)

func TestAPasswordFitsItsHashAlone(t *testing.T) {
	t.Parallel()
	hash, err := auth.HashPassword(t.Context(), "rahasia-123")
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
		{"of nobody", "rahasia-123", "", false},
	} {
		if fits, err := auth.CheckPassword(t.Context(), c.password, c.hash); err != nil || fits != c.fits {
			t.Errorf("%s: %t, %v", c.name, fits, err)
		}
	}
}

func TestPasswordsHaveALength(t *testing.T) {
	t.Parallel()
	for n, taken := range map[int]bool{0: false, 7: false, 8: true, 255: true, 256: false} {
		_, err := auth.HashPassword(t.Context(), strings.Repeat("x", n))
		var refusal *domain.Refusal
		if taken != (err == nil) || !taken && (!errors.As(err, &refusal) || refusal.Field != "password") {
			t.Errorf("%d characters: %v", n, err)
		}
	}
}

func TestAPIKeys(t *testing.T) {
	t.Parallel()
	k, other := auth.NewAPIKey(), auth.NewAPIKey()
	if k.Full == other.Full || k.Hash == other.Hash {
		t.Error("two keys are the same")
	}
	if len(k.Full) != len("sk_live_")+48 || !strings.HasPrefix(k.Full, "sk_live_") {
		t.Errorf("the key has the form %s", k.Full)
	}
	if hash, ok := auth.HashAPIKey(k.Full); !ok || hash != k.Hash {
		t.Error("the key does not have its hash")
	}
	if secret := strings.TrimPrefix(k.Full, "sk_live_"); strings.Contains(k.Masked, secret[:44]) || !strings.HasSuffix(k.Masked, secret[44:]) {
		t.Errorf("masked as %s", k.Masked)
	}
	for _, no := range []string{"", "sk_live_", k.Full + "0", k.Full[:55], strings.ToUpper(k.Full), "sk_test_" + k.Full[8:], k.Full + "\n"} {
		if _, ok := auth.HashAPIKey(no); ok {
			t.Errorf("%q counts as a key", no)
		}
	}
}

func TestALimiterAllowsSoManyInAWindow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	l := auth.NewLimiter(3, time.Minute, func() time.Time { return now })
	take := func(name string) error { _, err := l.Take(name); return err }
	for range 3 {
		if err := take("a"); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(20*time.Second + time.Millisecond)
	var tooMany *auth.TooManyError
	if err := take("a"); !errors.As(err, &tooMany) || tooMany.RetryAfter() != 40 {
		t.Fatalf("the fourth: %v", err)
	}
	var refusal *domain.Refusal
	if !errors.As(error(tooMany), &refusal) || refusal.Kind != domain.TooMany {
		t.Error("it is no refusal")
	}
	if err := take("b"); err != nil {
		t.Errorf("another name: %v", err)
	}
	now = now.Add(40 * time.Second)
	if err := take("a"); err != nil {
		t.Errorf("in the next window: %v", err)
	}
}

func TestWhatIsUndoneDoesNotCount(t *testing.T) {
	t.Parallel()
	l := auth.NewLimiter(1, time.Hour, time.Now)
	for range 5 {
		undo, err := l.Take("a")
		if err != nil {
			t.Fatal(err)
		}
		undo()
	}
	if off := auth.NewLimiter(0, time.Hour, time.Now); off != nil {
		for range 100 {
			if _, err := off.Take("a"); err != nil {
				t.Fatal("a limit of 0 is no limit:", err)
			}
		}
	}
}
