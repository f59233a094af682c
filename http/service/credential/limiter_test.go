package credential_test

import (
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/http/service/credential"
)

func TestALimiterAllowsNEventsInAWindow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	l := credential.NewLimiter(3, time.Minute, func() time.Time { return now })
	take := func(name string) error { _, err := l.Take(name); return err }
	for range 3 {
		if err := take("a"); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(20*time.Second + time.Millisecond)
	var tooMany *credential.TooManyError
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

func TestAnUndoneEventDoesNotCount(t *testing.T) {
	t.Parallel()
	l := credential.NewLimiter(1, time.Hour, time.Now)
	for range 5 {
		undo, err := l.Take("a")
		if err != nil {
			t.Fatal(err)
		}
		undo()
	}
	if off := credential.NewLimiter(0, time.Hour, time.Now); off != nil {
		for range 100 {
			if _, err := off.Take("a"); err != nil {
				t.Fatal("a limit of 0 is no limit:", err)
			}
		}
	}
}
