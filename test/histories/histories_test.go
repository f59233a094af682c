package histories

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"gateway/test/installation"
)

func TestMain(m *testing.M) { installation.Main(m) }

const (
	// inMakeTest is how many histories are judged unless HISTORIES says otherwise.
	inMakeTest = 5
	// perInstallation is how many accounts an installation has, one after the other.
	perInstallation = 20
)

// SEED in the environment is the seed of the first history. Without it the seed is random.
func TestAnAccountAnswersAsIfItDidOneOperationAtATime(t *testing.T) {
	histories := installation.Rounds(t, "HISTORIES", inMakeTest)
	seed := rand.Uint64N(1_000_000)
	if text := os.Getenv("SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("SEED is %q", text)
		}
	}
	began := time.Now()
	for done := 0; done < histories && !t.Failed(); done += perInstallation {
		// One installation of three has its log behind EventStoreDB's protocol.
		store := installation.PostgreSQL
		if done/perInstallation%3 == 1 {
			store = installation.EventStoreDB
		}
		t.Run(fmt.Sprintf("%d on %s", done, store), func(t *testing.T) {
			var stories []string
			// After the instances' output, which a failed test shows.
			t.Cleanup(func() {
				for _, story := range stories {
					t.Error(story)
				}
			})
			in := installation.New(t, installation.Options{Store: store, Instances: 2})
			admin := in.Admin(t)
			for n := done; n < min(done+perInstallation, histories); n++ {
				h := play(t, in, admin, seed+uint64(n))
				stories = h.judge()
				t.Logf("%d of %d histories, %v, seed %d: %s", n+1, histories, time.Since(began).Round(time.Second), h.seed, h.record)
				if len(stories) > 0 {
					t.Fail()
				}
				if t.Failed() {
					return
				}
			}
			in.Verify(t)
		})
	}
}
