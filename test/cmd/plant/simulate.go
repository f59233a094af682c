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
)

// simulate runs the simulation with each of the named bugs, or of those that it must find,
// until a seed fails, with so many seeds at most. It prints a line a bug as it goes, and
// reports whether each was found.
func simulate(seeds int, names []string) (all bool, err error) {
	bugs, err := planted.Bugs()
	if err != nil {
		return false, err
	}
	all = true
	for _, bug := range bugs {
		if len(names) > 0 && !slices.Contains(names, bug.Name) || len(names) == 0 && !bug.InSimulation() {
			continue
		}
		began := time.Now()
		found, err := untilASeedFails(bug, seeds)
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

// finding is the run that found a bug; seeds is 0 where none did.
type finding struct {
	seeds   int
	failure string
}

func untilASeedFails(bug planted.Bug, seeds int) (f finding, err error) {
	dir, err := os.MkdirTemp("", "planted-")
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	root, err := os.Getwd()
	if err != nil {
		return f, err
	}
	overlay, err := bug.Overlay(root, dir)
	if err != nil {
		return f, err
	}
	binary := filepath.Join(dir, "simulation.test")
	if said, err := exec.Command("go", "test", "-c", "-overlay="+overlay, "-o", binary, "./test/simulation").CombinedOutput(); err != nil {
		return f, fmt.Errorf("the simulation with the bug does not build: %w: %s", err, said)
	}
	run := exec.Command(binary, "-test.run=^TestUntilASeedFails$", "-test.timeout=0", "-simulate.from=1", "-simulate.until="+strconv.Itoa(seeds))
	run.Dir = filepath.Join(root, "test", "simulation")
	said, err := run.CombinedOutput()
	if err == nil {
		return f, nil
	}
	if _, failed := errors.AsType[*exec.ExitError](err); !failed {
		return f, err
	}
	return read(said), nil
}

// read takes the number of the last seed from the output, and why it failed.
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
