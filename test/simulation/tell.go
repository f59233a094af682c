package simulation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// subject finds the names of payments, payouts, callbacks and requests in a text.
var subject = regexp.MustCompile(`INV-\d+-\d+|(?:withdrawal|settlement)-\d+-\d+|cb_[0-9a-f]{32}|key-\d+|request \d+ |order-\d+`)

// maxLines is the maximum number of lines of a short story.
const maxLines = 80

// Tell runs a seed that failed again, and returns a short story: the seed, what was wrong, and what happened to
// the things concerned, oldest first.
func Tell(t *testing.T, o Options) string {
	o.Tell = true
	r := Run(t, o)
	if len(r.Failures) == 0 {
		return fmt.Sprintf("seed %d failed, and did not fail when it was told: it is not the same run", o.Seed)
	}
	subjects := subject.FindAllString(strings.Join(r.Failures, " "), -1)
	var lines []string
	for _, line := range r.Story {
		if slices.ContainsFunc(subjects, func(s string) bool { return strings.Contains(line, s) }) {
			lines = append(lines, line[:min(len(line), 260)])
		}
	}
	if len(lines) > maxLines {
		lines = append([]string{fmt.Sprintf("(%d lines before)", len(lines)-maxLines)}, lines[len(lines)-maxLines:]...)
	}
	return fmt.Sprintf("seed %d fails:\n  %s\nwhat happened (time, step, what):\n  %s\nthe whole story: go test ./test/simulation -run TestSeeds -simulate.from %d -simulate.count 1 -simulate.operations %d -simulate.story FILE",
		o.Seed, strings.Join(r.Failures, "\n  "), strings.Join(lines, "\n  "), o.Seed, o.Operations)
}
