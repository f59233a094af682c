package page

import (
	"testing"

	"gateway/domain/words"
)

func TestActorsAreSaidInWords(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.English, site: &Site{}}
	for actor, want := range map[string]string{
		"admin:1":           "Administrator no. 1",
		"client:7":          "Client no. 7 (API key)",
		"client:7/person:9": "Person no. 9 of client no. 7",
		"provider":          "The payment provider",
		"merchant":          "The merchant",
		"system:posting":    "The gateway (posting)",
		"someone-new":       "someone-new",
		"":                  "",
	} {
		if got := c.Actor(actor); got.Text != want || got.Raw != actor {
			t.Errorf("%s is said as %+v, want %q", actor, got, want)
		}
	}
}

func TestAMerchantsPeopleAreNotToldWhichClientTheyAre(t *testing.T) {
	t.Parallel()
	c := &Context{Language: words.English, site: &Site{OneClient: true}}
	for actor, want := range map[string]string{
		"client:7":          "Your server (API key)",
		"client:7/person:9": "Person no. 9",
		"staff":             "The gateway's staff",
	} {
		if got := c.Actor(actor); got.Text != want || got.Raw != actor {
			t.Errorf("%s is said as %+v, want %q", actor, got, want)
		}
	}
}
