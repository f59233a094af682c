package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/test/planted"
	"gateway/test/simulation"
)

// simulate runs the simulation with each of the named bugs, or with all that it must find, until a seed fails,
// with at most this many seeds. It prints one line per bug as it goes, and reports whether each was found.
func simulate(seeds int, names []string) (all bool, err error) {
	bugs, err := planted.Bugs()
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "planted-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	sound, err := build(dir, "sound", "")
	if err != nil {
		return false, err
	}
	all = true
	for _, bug := range bugs {
		if len(names) > 0 && !slices.Contains(names, bug.Name) || len(names) == 0 && !bug.InSimulation() {
			continue
		}
		began := time.Now()
		found, err := untilASeedFails(bug, sound, dir, seeds)
		if err != nil {
			return false, fmt.Errorf("%s: %w", bug.Name, err)
		}
		took := time.Since(began).Round(time.Second)
		if found.seeds == 0 {
			all = false
			fmt.Printf("%-45s NOT FOUND by %d seeds (%v)\n", bug.Name, seeds, took)
			continue
		}
		fmt.Printf("%-45s %4d seeds (%v): %s\n", bug.Name, found.seeds, took, found.failure)
	}
	return all, nil
}

// build builds the simulation, with an overlay unless it is empty.
func build(dir, name, overlay string) (binary string, err error) {
	binary = filepath.Join(dir, name)
	cmd := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-overlay="+overlay, "-o", binary, "./test/simulation")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the simulation does not build: %w: %s", err, said)
	}
	return binary, nil
}

// finding is the run that found a bug. seeds is 0 if none did.
type finding struct {
	seeds   int
	failure string
}

// untilASeedFails counts the seeds until one fails that does not fail without the bug. It starts at 1, or at
// the first seed with a plan.
func untilASeedFails(bug planted.Bug, sound, dir string, seeds int) (f finding, err error) {
	root, err := os.Getwd()
	if err != nil {
		return f, err
	}
	bugged, err := bug.Plant(root)
	if err != nil {
		return f, err
	}
	overlay, err := bugged.Overlay(dir)
	if err != nil {
		return f, err
	}
	planted, err := build(dir, "planted", overlay)
	if err != nil {
		return f, err
	}
	before := 0
	if bug.InWorlds() {
		before = int(simulation.FirstWorld) - 1
	}
	if bug.InConnections() {
		before = int(simulation.FirstConnections) - 1
	}
	if bug.InRefunds() {
		before = int(simulation.FirstRefunds) - 1
	}
	if bug.InDisputes() {
		before = int(simulation.FirstDisputes) - 1
	}
	if bug.InBooks() {
		before = int(simulation.FirstBooks) - 1
	}
	for from := 1; from <= seeds; from = f.seeds + 1 {
		if f, err = runSeeds(planted, before+from, seeds-from+1); err != nil || f.seeds == 0 {
			return f, err
		}
		failed := f.seeds
		f.seeds -= before
		alsoSound, err := runSeeds(sound, failed, 1)
		if err != nil || alsoSound.seeds == 0 {
			return f, err
		}
	}
	return finding{}, nil
}

func runSeeds(binary string, from, count int) (f finding, err error) {
	run := exec.Command(binary, "-test.run=^TestUntilASeedFails$", "-test.timeout=0",
		"-simulate.from="+strconv.Itoa(from), "-simulate.until="+strconv.Itoa(count))
	run.Dir = filepath.Join("test", "simulation")
	said, err := run.CombinedOutput()
	if _, failed := errors.AsType[*exec.ExitError](err); failed {
		return read(said), nil
	}
	return f, err
}

// read reads from the output the number of the last seed, and why it failed.
func read(said []byte) (f finding) {
	f.failure = "the program ended"
	for lines := bufio.NewScanner(bytes.NewReader(said)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if rest, is := strings.CutPrefix(line, "seed "); is {
			if seed, err := strconv.Atoi(rest); err == nil {
				f.seeds = seed
			}
		}
		if _, why, fails := strings.Cut(line, " fails: "); fails {
			f.failure = why
		} else if why, panics := strings.CutPrefix(line, "panic: "); panics {
			f.failure = why
		}
	}
	return f
}
