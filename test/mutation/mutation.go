// Package mutation measures whether tests can fail. It makes mutants: each changes one operator, constant or
// statement of a package. It runs the package's own tests with each mutant. If they fail, the mutant is killed.
// A mutant that survives shows code that could be wrong without a failing test, or a change that makes no
// difference.
//
// All mutants of a package are built into one test binary (instrument): at each place a switch, an environment
// variable, selects the form to use. So a mutant costs a run of the tests, but no build. The package's
// constants can't use a switch: their mutants are built one by one.
//
// The sources do not change; `go test -overlay` reads changed copies. The command test/cmd/mutate runs it.
package mutation

import (
	"fmt"
	"go/token"
)

// Mutant is one change of a package.
type Mutant struct {
	// ID is its number in its package, from 1.
	ID int
	// At is its position, with the path from the module's root.
	At token.Position
	// Function is the function that contains it; a dash stands for none.
	Function string
	// Change describes the change, as in `a < b becomes a <= b`.
	Change string
	// Killed: a test failed or ran for too long, or the program ended.
	Killed bool
	// constant is what is added to the value of a package's constant, whose text in the sources has this
	// length; empty for a mutant with a switch.
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

// Percent is the killed share in per cent, 100 if there is no mutant.
func (s Score) Percent() float64 {
	if s.Mutants == 0 {
		return 100
	}
	return 100 * float64(s.Killed) / float64(s.Mutants)
}
