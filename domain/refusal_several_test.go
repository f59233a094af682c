package domain_test

import (
	"errors"
	"testing"

	"gateway/domain"

	"github.com/google/go-cmp/cmp"
)

func TestSeveralChecksNameEveryWrongFieldOnce(t *testing.T) {
	t.Parallel()
	amount, name := domain.InvalidField("amount", "is required"), domain.InvalidField("name", "is too long")
	amountToo := domain.InvalidField("amount", "must be above 0")
	balance := domain.Refuse(domain.Invalid, "insufficient_balance", "not enough")
	down := errors.New("the network is down")
	for _, c := range []struct {
		name   string
		checks []error
		want   []string
	}{
		{"nothing is wrong", []error{nil, nil}, nil},
		{"one field", []error{nil, amount, nil}, []string{"amount: is required"}},
		{"two fields", []error{amount, name}, []string{"amount: is required", "name: is too long"}},
		{"a field twice: the first word counts", []error{amount, name, amountToo}, []string{"amount: is required", "name: is too long"}},
		{"several that were together before", []error{domain.Together(amount, name), amountToo}, []string{"amount: is required", "name: is too long"}},
		{"and after", []error{amountToo, domain.Together(name, amount)}, []string{"amount: must be above 0", "name: is too long"}},
		{"of an object", []error{amount, domain.Within("metadata", domain.Together(amount, name))}, []string{"amount: is required", "metadata.amount: is required", "metadata.name: is too long"}},
		{"a later check that blames no field is dropped", []error{amount, balance, down, name}, []string{"amount: is required", "name: is too long"}},
		{"a first one that blames no field is all", []error{balance, amount}, []string{"insufficient_balance: not enough"}},
		{"an error of another kind, too", []error{down, amount}, []string{"the network is down"}},
	} {
		if diff := cmp.Diff(c.want, said(domain.Together(c.checks...))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	if len(amount.Also) != 0 || len(name.Also) != 0 {
		t.Error("the refusals that were joined changed")
	}
}

// said lists what an error blames.
func said(err error) (all []string) {
	var r *domain.Refusal
	switch {
	case err == nil:
	case !errors.As(err, &r) || r.Field == "":
		all = []string{err.Error()}
	default:
		for _, one := range r.Fields() {
			all = append(all, one.Field+": "+one.Message)
		}
	}
	return all
}
