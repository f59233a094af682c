// Package mutation measures whether tests can fail: it changes one operator, constant or
// statement of a package at a time, a mutant, and runs the package's own tests with it. A
// mutant is killed when they fail. One that survives is code which could be wrong without a
// test that says so, or a change that makes no difference.
//
// All mutants of a package are built into one test binary (instrument): each place asks a
// switch, an environment variable, which of its forms is to be used. So a mutant costs a run
// of the tests, and no build. The constants that a package declares can't ask a switch: their
// mutants are built one by one.
//
// The sources stay as they are; `go test -overlay` reads changed copies. The command
// test/cmd/mutate runs it.
package mutation

import (
	"fmt"
	"go/token"
)

// Mutant is one change of a package.
type Mutant struct {
	// ID is its number in its package, from 1 on.
	ID int
	// At is where it is, with the path from the module's root.
	At token.Position
	// Function has it; a dash stands for none.
	Function string
	// Change says what it changes, as in `a < b becomes a <= b`.
	Change string
	// Killed: a test failed, ran for too long, or the program ended.
	Killed bool
	// constant is what is added to the value of a package's constant, which is so long in the
	// sources; empty for a mutant with a switch.
	constant string
	length   int
}

// String names the mutant in one line.
func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", m.At.Filename, m.At.Line, m.At.Column, m.Function, m.Change)
}

// Score counts the mutants of a package and lists those that no test noticed.
type Score struct {
	Package   string
	Mutants   int
	Killed    int
	Survivors []Mutant
}

// Percent is the killed share in per cent, 100 where there is no mutant.
func (s Score) Percent() float64 {
	if s.Mutants == 0 {
		return 100
	}
	return 100 * float64(s.Killed) / float64(s.Mutants)
}
