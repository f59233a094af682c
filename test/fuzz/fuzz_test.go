package fuzz

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// mostProblems is the maximum number of reported problems of a role.
const mostProblems = 40

func TestEveryOperationAndFormWithMutatedRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	t.Run("a planted leak is found", w.findsALeak)
	t.Run("roles", func(t *testing.T) {
		for _, r := range roles {
			if *only == "" || *only == r.name {
				t.Run(r.name, func(t *testing.T) {
					t.Parallel()
					w.run(t, r)
				})
			}
		}
	})
	w.verifyBooks(t)
}

// run calls as one role. A request depends on the seed, the role, its number and the ids in earlier answers.
func (w *world) run(t *testing.T, r role) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.name))
	f := &fuzzer{world: w, role: r, lenient: map[string]int{}, judge: judge{TB: t, told: map[string]int{}}}
	f.enter(t)
	parallel, _ := strconv.Atoi(flag.Lookup("test.parallel").Value.String()) // a number by default
	share := *length * time.Duration(min(parallel, len(roles))) / time.Duration(len(roles))
	end, slowest, slow, done := time.Now().Add(share), time.Duration(0), "", 0
	for n := 0; n < *requests && (n == 0 || *only != "" || time.Now().Before(end)); n++ {
		f.Rand = rand.New(rand.NewPCG(*seed, h.Sum64()+uint64(n)))
		f.at = fmt.Sprintf("request %d of seed %d: -fuzz.role %s -fuzz.seed %d -fuzz.requests %d", n, *seed, r.name, *seed, n+1)
		began := time.Now()
		f.one(t)
		if took := time.Since(began); took > slowest {
			slowest, slow = took, f.sent
		}
		done++
	}
	t.Logf("%d requests as %s, answered %v; the slowest took %s: %s",
		done, r.name, f.statuses, slowest.Round(time.Millisecond), cut(slow, 300))
	for what, times := range f.lenient {
		t.Logf("taken beyond the description, %d times: %s", times, what)
	}
	for problem, times := range f.told {
		if times > 1 {
			t.Logf("%d times: %s", times, problem)
		}
	}
}

// verifyBooks makes the gateway audit its books, as `gateway audit verify` does.
func (w *world) verifyBooks(t *testing.T) {
	t.Helper()
	admin := w.gateway.Admin(t)
	var id string
	poll.Until(t, "a verify is begun", func() bool { // at most one runs at a time, and the fuzz may have started it
		got := admin.Post(t, "/admin/audit/runs", object{"kind": "verify"})
		if got.Status < 300 {
			id = harness.JSON(got.Field(t, "id"))
		}
		return id != ""
	})
	var last answer
	poll.Until(t, "the verify ends", func() bool {
		last = admin.Get(t, "/admin/audit/runs/%s", strings.Trim(id, `"`)).Wants(t, 200)
		outcome := last.Text(t, "outcome")
		return outcome != "running"
	})
	if outcome := last.Text(t, "outcome"); outcome != "sound" {
		t.Errorf("the verify ended %s: %s", outcome, last.Body)
	}
}

// cut returns the beginning of a text.
func cut(s string, n int) string {
	if len(s) > n {
		return s[:n] + fmt.Sprintf("... (%d bytes)", len(s))
	}
	return s
}
