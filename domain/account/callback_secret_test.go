package account

import (
	"fmt"
	"testing"
	"time"
)

func TestAReplacedCallbackSecretSignsForADay(t *testing.T) {
	t.Parallel()
	s := Evolve(State{}, Registered{ClientID: 7, MasterID: "m0", At: noon})
	for i, hours := range []int{0, 1, 2, 3, 4} {
		events, err := RotateCallbackSecret(s, fmt.Sprint("m", i+1), noon.Add(time.Duration(hours)*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		s = Evolve(s, events[0])
	}
	if s.WebhookGeneration != 5 || s.WebhookMasterID != "m5" {
		t.Errorf("now: %d %s", s.WebhookGeneration, s.WebhookMasterID)
	}
	for _, c := range []struct {
		name    string
		at      time.Duration
		signing string
	}{
		{"at most three, so that a header stays small", 5 * time.Hour, "4/m4 3/m3 2/m2 "},
		{"the one replaced at 2 h for a day", 26*time.Hour - 1, "4/m4 3/m3 2/m2 "},
		{"and no longer", 26 * time.Hour, "4/m4 3/m3 "},
		{"the last one", 28*time.Hour - 1, "4/m4 "},
		{"none", 28 * time.Hour, ""},
	} {
		got := ""
		for _, f := range s.SigningFormer(noon.Add(c.at)) {
			got += fmt.Sprintf("%d/%s ", f.Generation, f.MasterID)
		}
		if got != c.signing {
			t.Errorf("%s: %s, want %s", c.name, got, c.signing)
		}
	}
	if _, err := RotateCallbackSecret(State{}, "m", noon); err == nil {
		t.Error("a client that does not exist has a secret")
	}
}
