package secret_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain/secret"
)

func TestAReplacedSecretSignsForADay(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	g := secret.Generations{{MasterID: "m0"}}
	for i := range 5 {
		g = g.Rotated(secret.Generation{Number: i + 1, MasterID: fmt.Sprint("m", i+1)}, noon.Add(time.Duration(i)*time.Hour), false)
	}
	if now := g.Present(); now.Number != 5 || now.MasterID != "m5" {
		t.Errorf("now: %+v", now)
	}
	for _, c := range []struct {
		name    string
		at      time.Duration
		signing string
	}{
		{"at most three beside it, so that a header stays small", 5 * time.Hour, "5/m5 4/m4 3/m3 2/m2 "},
		{"the one replaced at 2 h for a day", 26*time.Hour - 1, "5/m5 4/m4 3/m3 2/m2 "},
		{"and no longer", 26 * time.Hour, "5/m5 4/m4 3/m3 "},
		{"the last one", 28*time.Hour - 1, "5/m5 4/m4 "},
		{"none", 28 * time.Hour, "5/m5 "},
	} {
		got := ""
		for _, s := range g.SigningAt(noon.Add(c.at)) {
			got += fmt.Sprintf("%d/%s ", s.Number, s.MasterID)
		}
		if got != c.signing {
			t.Errorf("%s: %s, want %s", c.name, got, c.signing)
		}
	}
	if g = g.Rotated(secret.Generation{Number: 6}, noon.Add(5*time.Hour), true); len(g) != 1 || g[0].Number != 6 {
		t.Errorf("at once: %+v", g)
	}
	if none := secret.Generations(nil); len(none.SigningAt(noon)) != 0 || none.Present() != (secret.Generation{}) {
		t.Error("of none one signs")
	}
}
