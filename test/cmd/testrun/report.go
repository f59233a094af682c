package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// report collects the events of one run of `go test` and prints what a reader needs.
// Subtests count as tests.
type report struct {
	out     io.Writer
	verbose bool
	began   time.Time

	running        map[string]*testPackage
	passed, failed int
	skips          []skip
	clusters       clusters
}

// testPackage is a package whose tests run.
type testPackage struct {
	began  time.Time
	output []string
	tests  []*test // the tests whose test function has not ended yet
	failed bool
}

// test is a test or subtest that has begun.
type test struct {
	name   string
	output []string
	result string // pass, fail, skip; empty while it runs
}

func newReport(out io.Writer, verbose bool) *report {
	return &report{out: out, verbose: verbose, began: time.Now(), running: make(map[string]*testPackage)}
}

// add takes the next event, and reports whether it printed anything.
func (r *report) add(e event) (printed bool) {
	if e.Action == text || e.Action == "build-output" {
		return r.print(e.Output)
	}
	if e.Package == "" {
		return false
	}
	if e.Action == "output" && r.verbose {
		r.print(e.Output)
		printed = true
	}
	p := r.running[e.Package]
	if p == nil {
		p = &testPackage{began: e.Time}
		r.running[e.Package] = p
	}
	if e.Test == "" {
		return r.addToPackage(p, e) || printed
	}
	return r.addToTest(p, e) || printed
}

func (r *report) addToPackage(p *testPackage, e event) (printed bool) {
	switch e.Action {
	case "output":
		p.output = append(p.output, e.Output)
		return false
	case "pass", "skip":
		delete(r.running, e.Package)
		return !r.verbose && r.print(p.summary())
	case "fail":
		delete(r.running, e.Package)
		if !p.failed { // not because of a test: the package did not build, or ended by itself
			r.failed++
		}
		if r.verbose {
			return false
		}
		for _, t := range p.tests {
			r.print("--- UNFINISHED: " + t.name + "\n")
			r.print(t.withoutProgress()...)
		}
		r.print(p.output...)
		return true
	}
	return false
}

// summary is the line that `go test` prints for a package that passed.
func (p *testPackage) summary() string {
	for _, line := range slices.Backward(p.output) {
		if strings.HasPrefix(line, "ok  ") || strings.HasPrefix(line, "?   ") {
			return line
		}
	}
	return ""
}

func (r *report) addToTest(p *testPackage, e event) (printed bool) {
	t := p.test(e.Test)
	switch e.Action {
	case "output":
		t.output = append(t.output, e.Output)
		r.clusters.add(e.Output)
		return false
	case "pass":
		r.passed++
	case "fail":
		r.failed++
		p.failed = true
	case "skip":
		r.skips = append(r.skips, skip{e.Package, e.Test, t.reason()})
	default:
		return false
	}
	t.result = e.Action
	if e.Test != e.top() {
		return false
	}
	printed = e.Action == "fail" && !r.verbose && r.print(p.failures(e.Test)...)
	p.tests = slices.DeleteFunc(p.tests, func(t *test) bool { return t.name == e.Test || strings.HasPrefix(t.name, e.Test+"/") })
	return printed
}

// test returns the test with the name. It makes one if the test has just begun.
func (p *testPackage) test(name string) *test {
	for _, t := range slices.Backward(p.tests) {
		if t.name == name {
			return t
		}
	}
	t := &test{name: name}
	p.tests = append(p.tests, t)
	return t
}

// failures returns the output of a failed test function and of its failed subtests, each under its line "--- FAIL".
func (p *testPackage) failures(name string) (lines []string) {
	for _, t := range p.tests {
		if t.result == "fail" && (t.name == name || strings.HasPrefix(t.name, name+"/")) {
			output := t.withoutProgress()
			slices.SortStableFunc(output, func(a, b string) int { return order(a) - order(b) })
			lines = append(lines, output...)
		}
	}
	return lines
}

// order sorts the line of the result before the test's own output.
func order(line string) int {
	if isResult(line) {
		return 0
	}
	return 1
}

func isResult(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), "--- ") }

// withoutProgress is the output without the lines "=== RUN" and the like.
func (t *test) withoutProgress() []string {
	return slices.DeleteFunc(slices.Clone(t.output), func(line string) bool { return strings.HasPrefix(line, "=== ") })
}

// reason is what a skipped test printed.
func (t *test) reason() string {
	said := slices.DeleteFunc(t.withoutProgress(), isResult)
	return strings.Join(strings.Fields(strings.Join(said, " ")), " ")
}

// stillRunning says what is running while nothing ends.
func (r *report) stillRunning(now time.Time) {
	var packages []string
	for _, name := range slices.Sorted(maps.Keys(r.running)) {
		packages = append(packages, fmt.Sprintf("%s (%s)", name, now.Sub(r.running[name].began).Round(time.Second)))
	}
	if len(packages) == 0 {
		packages = []string{"go test builds"}
	}
	r.print(fmt.Sprintf("... %s, %d tests passed; now %s\n", now.Sub(r.began).Round(time.Second), r.passed, strings.Join(packages, ", ")))
}

// conclude prints the skipped tests and the counts. It returns false if a test was skipped that must not be.
func (r *report) conclude(mustNotSkip bool) (ok bool) {
	unexpected := r.printSkips()
	ok = unexpected == 0 || !mustNotSkip
	if !ok {
		r.print(fmt.Sprintf("%d skipped unexpectedly. That is a failure here: as root, with apt, everything that tests need is installed.\n", unexpected))
	}
	r.print(r.clusters.lines()...)
	r.print(fmt.Sprintf("%d passed, %d failed, %d skipped\n", r.passed, r.failed, len(r.skips)))
	return ok
}

func (r *report) print(lines ...string) bool {
	for _, line := range lines {
		fmt.Fprint(r.out, line)
	}
	return len(lines) > 0
}
