// Command plant runs a command with a planted bug in the gateway's code. The command must find the bug:
//
//	go run ./test/cmd/plant                       lists the bugs
//	go run ./test/cmd/plant NAME make histories   runs the command with the bug
//	go run ./test/cmd/plant simulate 2000 [NAME]  runs the simulation with each bug that it must
//	                                              find, or with those that are named, until a seed fails
//
// The sources do not change: the command, and every go command that it starts, gets changed copies of them by
// GOFLAGS=-overlay=... .
//
// The exit status is 0 if the command failed, so that it found the bug; 1 if it did not find the bug; 2 if the
// bug does not apply or does not compile.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"gateway/test/planted"
)

func main() {
	if len(os.Args) < 3 {
		list()
		return
	}
	if os.Args[1] == "simulate" {
		simulateAll(os.Args[2], os.Args[3:])
		return
	}
	found, err := run(os.Args[1], os.Args[2:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "plant:", err)
		os.Exit(2)
	case !found:
		fmt.Fprintf(os.Stderr, "plant: %s was not found\n", os.Args[1])
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "plant: %s was found\n", os.Args[1])
}

func simulateAll(most string, names []string) {
	seeds, err := strconv.Atoi(most)
	all := false
	if err == nil {
		all, err = simulate(seeds, names)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "plant:", err)
		os.Exit(2)
	case !all:
		os.Exit(1)
	}
}

func list() {
	bugs, err := planted.Bugs()
	if err != nil {
		fmt.Fprintln(os.Stderr, "plant:", err)
		os.Exit(2)
	}
	for _, bug := range bugs {
		fmt.Printf("%s (%s)\n    %s\n", bug.Name, bug.FoundBy, bug.Breaks)
	}
}

// run runs the command with the bug, and reports whether it failed.
func run(name string, command []string) (found bool, err error) {
	bug, err := planted.Find(name)
	if err != nil {
		return false, err
	}
	root, err := os.Getwd()
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "planted-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bugged, err := bug.Plant(root)
	if err != nil {
		return false, err
	}
	overlay, err := bugged.Overlay(dir)
	if err != nil {
		return false, err
	}
	flags := "GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay)
	build := exec.Command("go", append([]string{"build"}, bugged.Packages()...)...)
	build.Env = append(os.Environ(), flags)
	if said, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("the code with the bug does not build: %w: %s", err, said)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), flags), os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return false, err
	}
	return cmd.Wait() != nil, nil
}
