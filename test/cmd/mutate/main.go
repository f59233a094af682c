// Command mutate measures how many small changes of a package its own tests notice:
//
//	go run ./test/cmd/mutate [-least 90] [-survivors FILE] PACKAGE...
//
// PACKAGE is a folder, such as domain/ledger. It prints one line per package, and writes the surviving mutants
// into FILE. The exit status is 1 if a package's score is below -least, in per cent, and 2 if it can't be
// measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"gateway/test/mutation"
)

func main() {
	least := flag.Float64("least", 90, "the lowest score, in per cent")
	survivors := flag.String("survivors", "bin/survivors.txt", "the file for the mutants that survived")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	enough, err := measure(ctx, *least, *survivors, flag.Args())
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case !enough:
		os.Exit(1)
	}
}

func measure(ctx context.Context, least float64, survivors string, paths []string) (enough bool, err error) {
	root, err := os.Getwd()
	if err != nil {
		return false, err
	}
	enough = true
	list, err := os.Create(survivors)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	for _, path := range paths {
		began, ran := time.Now(), 0
		score, err := mutation.Run(ctx, strings.Trim(strings.TrimPrefix(path, "./"), "/"), mutation.Options{
			Root: root, Parallel: runtime.NumCPU(),
			Done: func(mutation.Mutant) {
				if ran++; ran%200 == 0 {
					fmt.Fprintf(os.Stderr, "%s: %d mutants ran in %v\n", path, ran, time.Since(began).Round(time.Second))
				}
			},
		})
		if err != nil {
			return false, err
		}
		fmt.Printf("%-20s %5d mutants, %5d killed: %5.1f %% (%v)\n", path, score.Mutants, score.Killed, score.Percent(), time.Since(began).Round(time.Second))
		for _, m := range score.Survivors {
			if _, err := fmt.Fprintln(list, m); err != nil {
				return false, err
			}
		}
		enough = enough && score.Percent() >= least
	}
	return enough, nil
}
