package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// skip is a test that did not run, and its reason.
type skip struct{ in, test, reason string }

// expected are reasons that are fine anywhere, by a part of the message. Any other reason means that something
// is missing that the Makefile installs.
var expected = []struct{ reason, because string }{
	{"not under -short", "-short was asked for"},
	{"the fixture has no such fault", "the store contract runs on stores that have nothing to break, too"},
	{"the provider's packages can't run", "node and npm are not needed for anything else, and a registry is not reachable everywhere"},
	{"the clients in TypeScript can't run", "a registry of npm packages is not reachable everywhere"},
	{"oapi-codegen can't be had", "a module proxy is not reachable everywhere"},
	{"ogen can't be had", "a module proxy is not reachable everywhere"},
	{"accessibility can't be checked", "node and npm are not needed for anything else, and a registry is not reachable everywhere"},
	{"the sample in", "a sample for merchants needs its language, which nothing else needs"},
	{"only root", "root and ordinary users take different paths, and a run has one of them"},
}

// mustNotSkip reports whether an unexpected skip is a failure. It is for root, who can install by apt the
// packages that a test needs, which the Makefile does.
func mustNotSkip() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}

// printSkips lists the skipped tests, and returns how many are unexpected.
func (r *report) printSkips() (unexpected int) {
	if len(r.skips) > 0 {
		r.print("Skipped:\n")
	}
	for _, s := range r.skips {
		mark := " "
		if !s.isExpected() {
			mark = "!"
			unexpected++
		}
		r.print(fmt.Sprintf("%s %s %s: %s\n", mark, s.in, s.test, s.reason))
	}
	return unexpected
}

func (s skip) isExpected() bool {
	for _, e := range expected {
		if strings.Contains(s.reason, e.reason) {
			return true
		}
	}
	return false
}
