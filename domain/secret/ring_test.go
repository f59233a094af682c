package secret_test

import (
	"errors"
	"testing"

	"gateway/domain/secret"
)

func TestARingFindsTheSecretThatAnEventNames(t *testing.T) {
	t.Parallel()
	first := secret.NewRing("first secret").Current()
	r := secret.NewRing("third secret", "second secret", "first secret").WithNext("fourth secret")
	for _, test := range []struct{ name, id, secret string }{
		{"the current one", r.Current().ID, "third secret"},
		{"one that was current once", first.ID, "first secret"},
		{"the one that follows, which another instance uses already", secret.NewRing("fourth secret").Current().ID, "fourth secret"},
		{"the oldest, for an event from before they had names", "", "first secret"},
	} {
		if got, err := r.ByID(test.id); err != nil || string(got.Bytes) != test.secret {
			t.Errorf("%s: %q, %v", test.name, got.Bytes, err)
		}
	}
	var unknown *secret.UnknownError
	if _, err := secret.NewRing("third secret").ByID(first.ID); !errors.As(err, &unknown) || unknown.ID != first.ID {
		t.Errorf("one that is not configured: %v", err)
	}
	if len(r.All()) != 4 || r.All()[0].ID != r.Current().ID || first.ID == r.Current().ID {
		t.Errorf("%v", r.All())
	}
}
