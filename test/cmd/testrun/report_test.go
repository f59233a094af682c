package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// reported returns what the report prints for these events, and whether all is well.
func reported(t *testing.T, mustNotSkip bool, events ...event) (printed string, ok bool) {
	t.Helper()
	var lines, out bytes.Buffer
	for _, e := range events {
		if e.Action == text {
			lines.WriteString(e.Output)
		} else if err := json.NewEncoder(&lines).Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	r := newReport(&out, false)
	if err := follow(r, &lines); err != nil {
		t.Fatal(err)
	}
	ok = r.conclude(mustNotSkip)
	return out.String(), ok
}

func says(test, output string) event {
	return event{Action: "output", Package: "p", Test: test, Output: output}
}

func ends(test, action string) event { return event{Action: action, Package: "p", Test: test} }

func TestAPackageThatPassedIsOneLine(t *testing.T) {
	t.Parallel()
	got, ok := reported(t, true,
		says("TestA", "=== RUN   TestA\n"), says("TestA", "    a_test.go:1: a note\n"), says("TestA", "--- PASS: TestA (0.00s)\n"), ends("TestA", "pass"),
		says("", "PASS\n"), says("", "ok  \tp\t(cached)\n"), ends("", "pass"))
	if want := "ok  \tp\t(cached)\n1 passed, 0 failed, 0 skipped\n"; got != want || !ok {
		t.Errorf("%t, printed\n%swant\n%s", ok, got, want)
	}
}

func TestAFailedTestIsPrintedWithItsFailedSubtestsAndNoOthers(t *testing.T) {
	t.Parallel()
	got, _ := reported(t, true,
		says("TestA", "=== RUN   TestA\n"),
		says("TestA/good", "    a note of the good one\n"), says("TestA/bad", "    what is wrong\n"),
		says("TestA", "--- FAIL: TestA (0.00s)\n"),
		says("TestA/good", "    --- PASS: TestA/good (0.00s)\n"), ends("TestA/good", "pass"),
		says("TestA/bad", "    --- FAIL: TestA/bad (0.00s)\n"), ends("TestA/bad", "fail"), ends("TestA", "fail"),
		says("", "FAIL\tp\t0.1s\n"), ends("", "fail"))
	want := "--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/bad (0.00s)\n    what is wrong\nFAIL\tp\t0.1s\n1 passed, 2 failed, 0 skipped\n"
	if got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}

func TestAPackageThatEndsByItselfIsAFailureWithAllOutput(t *testing.T) {
	t.Parallel()
	got, _ := reported(t, true, says("TestA", "panic: test timed out\n"), says("", "FAIL\tp\t9s\n"), ends("", "fail"))
	if want := "--- UNFINISHED: TestA\npanic: test timed out\nFAIL\tp\t9s\n0 passed, 1 failed, 0 skipped\n"; got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}

func TestMessagesOfTheGoCommandArePrinted(t *testing.T) {
	t.Parallel()
	got, _ := reported(t, true, event{Action: text, Output: "go: no such tool\n"},
		event{Action: "build-output", Output: "a.go:1: undefined\n"}, event{Action: "build-fail"}, says("", "FAIL\tp [build failed]\n"), ends("", "fail"))
	if want := "go: no such tool\na.go:1: undefined\nFAIL\tp [build failed]\n0 passed, 1 failed, 0 skipped\n"; got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}

func TestASkippedTestIsListedWithItsReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason      string
		mustNotSkip, isOK bool
		mark              string
	}{
		{"an unexpected one where all can be installed", "there is no browser", true, false, "!"},
		{"an unexpected one elsewhere", "there is no browser", false, true, "!"},
		{"an expected one", "not under -short: it takes a minute", true, true, " "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, ok := reported(t, c.mustNotSkip,
				says("TestA", "=== RUN   TestA\n"), says("TestA", "    a_test.go:1: "+c.reason+"\n"), says("TestA", "--- SKIP: TestA (0.00s)\n"), ends("TestA", "skip"),
				says("", "ok  \tp\t0.1s\n"), ends("", "pass"))
			listed := "Skipped:\n" + c.mark + " p TestA: a_test.go:1: " + c.reason + "\n"
			if ok != c.isOK || !strings.Contains(got, listed) || !strings.HasSuffix(got, "\n0 passed, 0 failed, 1 skipped\n") {
				t.Errorf("%t, printed\n%s", ok, got)
			}
		})
	}
}

func TestWhatClustersDidIsAddedUp(t *testing.T) {
	t.Parallel()
	got, _ := reported(t, true,
		says("TestA", "    a_test.go:1: clusters of three: 12 elections, 340 operations\n"), ends("TestA", "pass"),
		says("TestB", "    b_test.go:1: 7 appends; clusters of three: 3 elections, 60 operations\n"), ends("TestB", "pass"),
		says("TestC", "    c_test.go:1: clusters of three: many\n"), ends("TestC", "pass"))
	if want := "on clusters of EventStoreDB: 15 elections, 400 operations\n3 passed, 0 failed, 0 skipped\n"; got != want {
		t.Errorf("printed\n%swant\n%s", got, want)
	}
}

func TestRunningTestsArePrintedWhileNoneEnds(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := newReport(&out, false)
	r.began = time.Unix(0, 0)
	r.add(event{Action: "start", Package: "p", Time: time.Unix(60, 0)})
	r.stillRunning(time.Unix(90, 0))
	if want := "... 1m30s, 0 tests passed; now p (30s)\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

func TestAllOutputIsPrintedWhereItIsAskedFor(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]bool{"-v": true, "--v": true, "-v=false": false, "-bench=.": true, "-bench": true, "-run=-v": false, "./v": false, "-vet=off": false} {
		if got := verbose([]string{"-timeout", "20m", arg}); got != want {
			t.Errorf("%s: %t, want %t", arg, got, want)
		}
	}
}
