package payments

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/samples"
)

// The programs of the guide to disputes answer the disputes that are there and those that come, each once, and say how they end.
func TestEverySampleOfTheGuideAnswersDisputesUntilTheyEnd(t *testing.T) {
	t.Parallel()
	proof := filepath.Join(t.TempDir(), "receipt.pdf")
	if err := os.WriteFile(proof, []byte("%PDF-1.4\nsigned\n%%EOF\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for language, command := range samples.InEachLanguage("dispute") {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			run := command(t)
			m := harness.NewMerchant(t)
			start := func() func() (string, error) {
				return samples.Start(t, run, "API="+m.Gateway.URL+harness.Prefix, "API_KEY="+m.Key, "PROOF="+proof)
			}
			first, _ := playDispute(t, m, 20_000, nil)
			end := start()
			awaitAnswer(t, m, first)
			second, _ := playDispute(t, m, 30_000, nil) // while the program waits for news
			awaitAnswer(t, m, second)
			for _, path := range []string{first, second} {
				m.Post(t, "/sandbox"+path+"/forward", nil).Wants(t, 200)
				m.Post(t, "/sandbox"+path+"/win", nil).Wants(t, 200)
			}
			said, err := end()
			saysOf(t, said, first, "answered", "dispute.under_review", "dispute.won")
			saysOf(t, said, second, "answered", "dispute.under_review", "dispute.won")
			if err != nil {
				t.Errorf("%v\n%s", err, said)
			}

			third, _ := playDispute(t, m, 40_000, nil)
			m.Post(t, third+"/evidence", object{"text": "by hand"}).Wants(t, 200)
			end = start()
			fourth, _ := playDispute(t, m, 50_000, nil)
			awaitAnswer(t, m, fourth) // so the program has seen the third one
			m.Post(t, "/sandbox"+third+"/lose", nil).Wants(t, 200)
			m.Post(t, fourth+"/accept", nil).Wants(t, 200)
			said, err = end()
			saysOf(t, said, third, "dispute.lost")
			saysOf(t, said, fourth, "answered", "dispute.accepted")
			m.Get(t, "%s", third).Wants(t, 200).Is(t, object{"evidence.text": "by hand"})
			if err == nil {
				t.Errorf("the program is content with a loss:\n%s", said)
			}
		})
	}
}

func awaitAnswer(t *testing.T, m harness.Merchant, path string) {
	t.Helper()
	poll.Until(t, path+" is answered", func() bool { return m.Get(t, "%s", path).Wants(t, 200).Field(t, "answered_at") != nil })
	m.Get(t, "%s", path).Wants(t, 200).Is(t, object{
		"evidence.text": "Delivered; the receipt is signed.", "evidence.files.0.name": "receipt.pdf", "evidence.files.0.type": "application/pdf",
	})
}

// saysOf checks which lines a program says about a dispute, by their first words.
func saysOf(t *testing.T, said, path string, want ...string) {
	t.Helper()
	var got []string
	for line := range strings.Lines(said) {
		if words := strings.Fields(line); len(words) > 1 && "/disputes/"+words[1] == path {
			got = append(got, words[0])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("of %s: %v, want %v\n%s", path, got, want, said)
	}
}
