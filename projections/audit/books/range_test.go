package books_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/projections/audit/books"
)

func TestBothEndsOfARangeThatCannotBeReadAreNamed(t *testing.T) {
	t.Parallel()
	_, err := books.Between(calendar.Calendar{}, "from", "yesterday", "to", "2026-13-01")
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("%v, want a refusal", err)
	}
	var named []string
	for _, one := range refusal.Fields() {
		named = append(named, one.Field)
	}
	if len(named) != 2 || named[0] != "from" || named[1] != "to" {
		t.Errorf("%v are named, want from and to", named)
	}
}
