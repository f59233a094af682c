package simulation

import (
	"cmp"
	"context"
	"fmt"
	"hash"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"runtime/pprof"
	"slices"
	"sync"
	"testing/synctest"

	"gateway/projections/reactor"
)

// scheduler lets one goroutine continue at a time. Each goroutine of the service stops at every boundary
// (before an append, a call, a checkpoint, or its turn on a stream) until the scheduler lets it continue. The
// seed decides the scheduler's choices. Nothing else orders the goroutines, so a seed always gives the same
// run.
type scheduler struct {
	random *rand.Rand
	steps  int
	trace  hash.Hash64

	mu    sync.Mutex // goroutines that one step woke stop at the same time
	stops []*stop
}

// stop is a goroutine at a boundary.
type stop struct {
	task    *task
	job     string // of a reactor
	kind    string // of the boundary
	subject string
	process *process    // nil outside the service
	ready   func() bool // nil means always
	after   int         // the step before which it does not continue
	goOn    chan struct{}
}

// task is the unit that a goroutine belongs to: one operation, or one loop of a process.
type task struct {
	id   int
	name string
}

type taskKey struct{}

func newScheduler(seed uint64) *scheduler {
	return &scheduler{random: rand.New(rand.NewPCG(seed, 0x5eed)), trace: fnv.New64a()}
}

// chance reports true once in oneIn cases.
func (s *scheduler) chance(oneIn int) bool { return oneIn > 0 && s.random.IntN(oneIn) == 0 }

// stopAt stops the calling goroutine until the scheduler lets it continue. The goroutine of a killed process ends here.
func (s *scheduler) stopAt(ctx context.Context, p *process, kind, subject string, ready func() bool) {
	if p.isDead() {
		runtime.Goexit()
	}
	t, _ := ctx.Value(taskKey{}).(*task)
	if t == nil {
		panic(fmt.Sprintf("%s of %s: the context names no task", kind, subject))
	}
	job, _ := pprof.Label(ctx, reactor.JobLabel)
	at := &stop{task: t, job: job, kind: kind, subject: subject, process: p, ready: ready, goOn: make(chan struct{})}
	s.mu.Lock()
	s.stops = append(s.stops, at)
	s.mu.Unlock()
	<-at.goOn
	if p.isDead() {
		runtime.Goexit()
	}
}

// order sorts stops by their content, because goroutines that one step woke arrive in any order.
func order(a, b *stop) int {
	return cmp.Or(cmp.Compare(a.task.id, b.task.id), cmp.Compare(a.job, b.job), cmp.Compare(a.kind, b.kind), cmp.Compare(a.subject, b.subject))
}

// step lets one goroutine continue, and returns when all goroutines have stopped again. It returns false if
// none can continue.
func (s *scheduler) step() bool {
	synctest.Wait()
	slices.SortStableFunc(s.stops, order)
	var able []*stop
	waiting := 0 // the step at which the first of the slow ones continues
	for _, at := range s.stops {
		if at.process.isFrozen() || at.ready != nil && !at.ready() {
			continue
		}
		if at.after == 0 { // it is seen for the first time
			at.after = s.steps
			if s.chance(24) { // some are slow
				at.after += s.random.IntN(300)
			}
		}
		if at.after > s.steps {
			if waiting == 0 || at.after < waiting {
				waiting = at.after
			}
			continue
		}
		able = append(able, at)
	}
	s.steps++
	if len(able) == 0 {
		s.steps = max(s.steps, waiting)
		return waiting > 0
	}
	s.release(able[s.random.IntN(len(able))])
	synctest.Wait()
	return true
}

func (s *scheduler) release(at *stop) {
	s.stops = slices.DeleteFunc(s.stops, func(other *stop) bool { return other == at })
	fmt.Fprintln(s.trace, at.task.id, at.task.name, at.job, at.kind, at.subject)
	close(at.goOn)
}

// endTasksOf makes all goroutines of a killed process end.
func (s *scheduler) endTasksOf(p *process) {
	for {
		synctest.Wait()
		i := slices.IndexFunc(s.stops, func(at *stop) bool { return at.process == p })
		if i < 0 {
			return
		}
		close(s.stops[i].goOn)
		s.stops = slices.Delete(s.stops, i, i+1)
	}
}
