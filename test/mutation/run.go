package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// switchVariable selects the mutant of a test binary.
const switchVariable = "MUTANT"

// Options configure a run.
type Options struct {
	// Root is the root of the module. Parallel is how many mutants run at a time.
	Root     string
	Parallel int
	// Done is called after each mutant, by one goroutine at a time.
	Done func(Mutant)
}

// Run runs the tests of a package with each mutant. It returns an error if they fail without one.
func Run(ctx context.Context, path string, o Options) (Score, error) {
	in, err := Instrument(o.Root, path)
	if err != nil {
		return Score{}, err
	}
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return Score{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // leftovers are in the system's folder for temporary files
	r := &runner{in: in, o: o, dir: dir}
	if err := r.prepare(ctx); err != nil {
		return Score{}, err
	}
	r.runAll(ctx)
	score := Score{Package: path, Mutants: len(in.Mutants)}
	for _, m := range in.Mutants {
		if m.Killed {
			score.Killed++
		} else {
			score.Survivors = append(score.Survivors, m)
		}
	}
	return score, errors.Join(ctx.Err(), r.failed)
}

type runner struct {
	in     *Instrumented
	o      Options
	dir    string
	binary string
	// quick are arguments that make the package's property tests short. The times are those of the tests
	// without a mutant, with and without these arguments.
	quick                []string
	quickTakes, allTakes time.Duration

	mu     sync.Mutex
	failed error
}

// prepare builds the binary with all switches, and runs it without a mutant.
func (r *runner) prepare(ctx context.Context) (err error) {
	if r.binary, err = r.build(ctx, "all", r.in.texts); err != nil {
		return err
	}
	usesRapid, err := r.usesRapid()
	if err != nil {
		return err
	}
	if usesRapid {
		r.quick = []string{"-rapid.checks=10", "-rapid.steps=10"}
	}
	if r.quickTakes, err = r.sound(ctx, r.quick); err == nil {
		r.allTakes, err = r.sound(ctx, nil)
	}
	return err
}

func (r *runner) sound(ctx context.Context, args []string) (time.Duration, error) {
	began := time.Now()
	if killed, said := r.test(ctx, r.binary, 0, 10*time.Minute, args); killed {
		return 0, fmt.Errorf("the tests of %s fail without a mutant: %s", r.in.Path, said)
	}
	return time.Since(began), nil
}

// usesRapid reports whether the test binary knows the flags of property tests.
func (r *runner) usesRapid() (bool, error) {
	help := exec.Command(r.binary, "-help")
	said, err := help.CombinedOutput()
	if _, exits := errors.AsType[*exec.ExitError](err); exits {
		err = nil // Go prints the flags and fails
	}
	return bytes.Contains(said, []byte("-rapid.checks")), err
}

// build builds the package's tests with the changed files.
func (r *runner) build(ctx context.Context, name string, texts map[string][]byte) (binary string, err error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range texts {
		changed := filepath.Join(r.dir, name+"-"+filepath.Base(file))
		if err := os.WriteFile(changed, text, 0o600); err != nil {
			return "", err
		}
		overlay.Replace[file] = changed
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	listFile := filepath.Join(r.dir, name+".json")
	if err := os.WriteFile(listFile, list, 0o600); err != nil {
		return "", err
	}
	binary = filepath.Join(r.dir, name+".test")
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay="+listFile, "-o", binary, "./"+r.in.Path)
	cmd.Dir = r.o.Root
	said, err := cmd.CombinedOutput()
	if _, exits := errors.AsType[*exec.ExitError](err); exits && ctx.Err() == nil && bytes.Contains(said, []byte(".go:")) {
		err = errNotValid
	}
	if err != nil {
		return "", fmt.Errorf("%s does not build with its mutants: %w: %s", r.in.Path, err, said)
	}
	return binary, nil
}

// runAll runs all mutants, some at a time.
func (r *runner) runAll(ctx context.Context) {
	next := make(chan *Mutant)
	var workers sync.WaitGroup
	for range max(1, r.o.Parallel) {
		workers.Go(func() {
			for m := range next {
				r.run(ctx, m)
			}
		})
	}
	for i := range r.in.Mutants {
		if ctx.Err() != nil {
			break
		}
		next <- &r.in.Mutants[i]
	}
	close(next)
	workers.Wait()
}

// run runs the tests with short property tests first, and with full ones if these pass.
func (r *runner) run(ctx context.Context, m *Mutant) {
	binary, id := r.binary, m.ID
	if m.constant != "" {
		var err error
		if binary, err = r.buildConstant(ctx, *m); err != nil {
			if m.Killed = errors.Is(err, errNotValid); !m.Killed {
				r.fail(err)
			}
			r.done(*m)
			return
		}
		defer func() { _ = os.Remove(binary) }()
		id = 0
	}
	m.Killed, _ = r.test(ctx, binary, id, patience(r.quickTakes), r.quick)
	if !m.Killed && r.quick != nil {
		m.Killed, _ = r.test(ctx, binary, id, patience(r.allTakes), nil)
	}
	if ctx.Err() != nil { // the run was cancelled, so the tests killed nothing
		return
	}
	r.done(*m)
}

func (r *runner) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = errors.Join(r.failed, err)
}

// errNotValid says that a mutant does not compile, such as a constant that is checked against another one at
// build time.
var errNotValid = errors.New("mutation: the mutant does not compile")

// patience is how long the tests may take with a mutant. A mutant that never ends counts as killed.
func patience(sound time.Duration) time.Duration { return 5*time.Second + 5*sound }

// buildConstant builds the tests with another value of one constant.
func (r *runner) buildConstant(ctx context.Context, m Mutant) (binary string, err error) {
	file := filepath.Join(r.o.Root, m.At.Filename)
	source := r.in.sources[file]
	end := m.At.Offset + m.length
	changed := fmt.Appendf(nil, "%s(%s) %s%s", source[:m.At.Offset], source[m.At.Offset:end], m.constant, source[end:])
	return r.build(ctx, "constant"+strconv.Itoa(m.ID), map[string][]byte{file: changed})
}

func (r *runner) done(m Mutant) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.o.Done != nil {
		r.o.Done(m)
	}
}

// test runs a test binary with a mutant, 0 for none, and reports whether it failed.
func (r *runner) test(ctx context.Context, binary string, id int, limit time.Duration, args []string) (failed bool, said []byte) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if len(args) > 0 || r.quick != nil {
		args = append([]string{"-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=0s"}, args...)
	}
	cmd := exec.CommandContext(ctx, binary, append(args, "-test.failfast", "-test.timeout="+limit.String())...)
	cmd.Dir = filepath.Join(r.o.Root, r.in.Path)
	cmd.Env = append(os.Environ(), switchVariable+"="+strconv.Itoa(id))
	said, err := cmd.CombinedOutput()
	return err != nil, said
}
