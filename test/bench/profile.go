package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// shippedProfile is the profile with which the release is built (profile-guided optimisation). It is not in the
// folder of cmd/gateway, because each test that builds the gateway would then compile all packages a second
// time.
const shippedProfile = "deploy/default.pgo"

// buildGateway builds the gateway as it ships (make release), except for the symbols.
func buildGateway(ctx context.Context, binary string) error {
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-pgo="+shippedProfile, "-o", binary, "gateway/cmd/gateway")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the gateway: %w: %s", err, out)
	}
	return nil
}

// mergeProfiles merges all CPU profiles in the folder into one for profile-guided optimisation.
func mergeProfiles(ctx context.Context, dir, file string) error {
	profiles, err := filepath.Glob(filepath.Join(dir, "*.pprof"))
	if err != nil || len(profiles) == 0 {
		return fmt.Errorf("no part of this run made a CPU profile: %w", cmp.Or(err, fs.ErrNotExist))
	}
	args := append([]string{"tool", "pprof", "-proto", "-output", file}, profiles...)
	if out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("merge the profiles: %w: %s", err, out)
	}
	progress("%s is made of %d profiles", file, len(profiles))
	return nil
}

// profile writes a CPU profile of the next seconds into the folder in the options, if there is one, and then a
// heap profile. The returned function waits until both are written.
func (r *bench) profile(name string, length time.Duration) (wait func() error) {
	if r.options.profiles == "" {
		return func() error { return nil }
	}
	done := make(chan error, 1)
	cpu := fmt.Sprintf("profile?seconds=%d", max(1, int(length.Seconds())))
	go func() {
		err := r.gateway.fetchProfile(filepath.Join(r.options.profiles, name+".pprof"), cpu)
		done <- errors.Join(err, r.gateway.fetchProfile(filepath.Join(r.options.profiles, name+".heap"), "heap"))
	}()
	return func() error { return <-done }
}

func (g *gateway) fetchProfile(file, what string) (err error) {
	answer, err := http.Get("http://" + g.debug + "/debug/pprof/" + what)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("profile: %s", answer.Status)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, answer.Body)
	return errors.Join(err, out.Close())
}
