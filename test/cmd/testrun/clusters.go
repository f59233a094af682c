package main

import (
	"fmt"
	"strconv"
	"strings"
)

// clusters adds up what tests print about their clusters of EventStoreDB: how many leaders were elected, and
// how many operations were answered meanwhile.
type clusters struct{ elections, operations int64 }

// add takes a line of a test's output.
func (c *clusters) add(line string) {
	_, figure, found := strings.Cut(line, "clusters of three: ")
	words := strings.Fields(figure)
	if !found || len(words) != 4 {
		return
	}
	elections, err1 := strconv.ParseInt(words[0], 10, 64)
	operations, err2 := strconv.ParseInt(words[2], 10, 64)
	if err1 == nil && err2 == nil {
		c.elections, c.operations = c.elections+elections, c.operations+operations
	}
}

// lines returns the line of the report, none if no test ran on a cluster.
func (c *clusters) lines() []string {
	if c.operations == 0 {
		return nil
	}
	return []string{fmt.Sprintf("on clusters of EventStoreDB: %d elections, %d operations\n", c.elections, c.operations)}
}
