package esdbtest

import (
	"fmt"
	"regexp"
	"strconv"
)

// Figure counts what one cluster, or several of them, did. The command test/cmd/testrun adds up the figures
// that tests print.
type Figure struct {
	Elections int
	// Operations counts the appends, reads, subscriptions and deletions that were answered.
	Operations int64
}

// Figure returns what the cluster has done so far.
func (c *Cluster) Figure() Figure {
	return Figure{Elections: c.Elections(), Operations: c.Operations()}
}

// Plus returns the sum of two figures.
func (f Figure) Plus(other Figure) Figure {
	return Figure{Elections: f.Elections + other.Elections, Operations: f.Operations + other.Operations}
}

// String returns the figure as tests print it.
func (f Figure) String() string {
	return fmt.Sprintf("clusters of three: %d elections, %d operations", f.Elections, f.Operations)
}

var printed = regexp.MustCompile(`clusters of three: (\d+) elections, (\d+) operations`)

// FiguresIn returns the sum of the figures in the output of tests.
func FiguresIn(output []byte) (sum Figure) {
	for _, m := range printed.FindAllSubmatch(output, -1) {
		elections, _ := strconv.Atoi(string(m[1])) // digits
		operations, _ := strconv.ParseInt(string(m[2]), 10, 64)
		sum = sum.Plus(Figure{elections, operations})
	}
	return sum
}
