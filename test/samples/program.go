// Package samples runs the programs in the guides, in each language. It skips a language that is not installed.
package samples

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// folder holds the samples, wherever the test runs.
func folder() string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "../../http/openapi/reference/samples")
}

// Program returns the path of an interpreter. If there is none, the test is skipped.
func Program(tb testing.TB, language, name string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err == nil { // some systems have a stub that only says that the program is not installed
		err = exec.CommandContext(tb.Context(), path, "--version").Run()
	}
	if err != nil {
		tb.Skipf("the sample in %s is not run: there is no %s", language, name)
	}
	return path
}

// BuildGo builds a sample in Go, by the name of its folder, and returns the path of the program.
func BuildGo(tb testing.TB, name string) string {
	tb.Helper()
	out := filepath.Join(tb.TempDir(), name)
	build := exec.CommandContext(tb.Context(), "go", "build", "-o", out, ".")
	build.Dir = filepath.Join(folder(), name)
	if said, err := build.CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, said)
	}
	return out
}

// InEachLanguage is how a sample is run in each language, by the name of its files.
func InEachLanguage(name string) map[string]func(tb testing.TB) (command []string) {
	return map[string]func(tb testing.TB) []string{
		"Go":     func(tb testing.TB) []string { return []string{BuildGo(tb, name)} },
		"Python": func(tb testing.TB) []string { return []string{Program(tb, "Python", "python3"), File(name + ".py")} },
		"PHP":    func(tb testing.TB) []string { return []string{Program(tb, "PHP", "php"), File(name + ".php")} },
		"TypeScript": func(tb testing.TB) []string {
			return []string{Program(tb, "TypeScript", "node"), WithoutTypes(tb, name+".ts")}
		},
	}
}

// Start starts a sample with variables of its environment beside those of the test. end waits for its end, and returns what it said.
func Start(tb testing.TB, command []string, env ...string) (end func() (said string, err error)) {
	tb.Helper()
	var said strings.Builder
	run := exec.CommandContext(tb.Context(), command[0], command[1:]...)
	run.Env = append(os.Environ(), env...)
	run.Stdout, run.Stderr = &said, &said
	if err := run.Start(); err != nil {
		tb.Fatal(err)
	}
	return func() (string, error) {
		err := run.Wait()
		return said.String(), err
	}
}

// File is the path of a sample in one file.
func File(name string) string { return filepath.Join(folder(), name) }

// WithoutTypes turns a sample in TypeScript into JavaScript, because not every version of node runs TypeScript, and
// returns the path of the file.
func WithoutTypes(tb testing.TB, name string) string {
	tb.Helper()
	source, err := os.ReadFile(File(name))
	if err != nil {
		tb.Fatal(err)
	}
	made := api.Transform(string(source), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatESModule})
	if len(made.Errors) > 0 {
		tb.Fatal(made.Errors)
	}
	out := filepath.Join(tb.TempDir(), "sample.mjs")
	if err := os.WriteFile(out, made.Code, 0o600); err != nil {
		tb.Fatal(err)
	}
	return out
}
