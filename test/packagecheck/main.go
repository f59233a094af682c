// Command packagecheck checks a package that `gateway audit package` wrote, without the gateway: it reads nothing but the
// archive, shares no code with the gateway, and computes each figure again from the events. It prints how many comparisons
// it made and each difference, and ends with 1 when there is one.
//
//	packagecheck FILE [KEY]
//
// KEY is the public key that the reader has from elsewhere; without it, the key in the archive is taken as it is.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout)) }

// exitUnusable is the exit code of a call that checks nothing.
const exitUnusable = 2

func run(args []string, out io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(out, "packagecheck FILE [KEY]")
		return exitUnusable
	}
	key := ""
	if len(args) > 1 {
		key = args[1]
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		fmt.Fprintln(out, err)
		return exitUnusable
	}
	r := check(data, key)
	for _, d := range r.differences {
		fmt.Fprintln(out, d)
	}
	fmt.Fprintf(out, "%d comparisons (%d of amounts), %d differences\n", r.comparisons, r.amounts, len(r.differences))
	if len(r.differences) > 0 {
		return 1
	}
	return 0
}
