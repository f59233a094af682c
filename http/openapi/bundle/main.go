// Command bundle writes openapi.yaml from the files of the description: common.yaml and one file for each tag.
// It expands their shorthand, which common.yaml explains. It refuses a key that two files define, an operation
// under the wrong tag, a reference that leads nowhere, and a key that it does not know. An error names the
// file, the line and the key.
//
// It runs with make generate:
//
//	go run ./bundle description openapi.yaml
//
// It puts the recorded examples of the folder examples into the operations.
//
// The command knows nothing of the API itself. Errors are in package errorcode; schemas, responses and the
// rules that give responses to operations are in the description.
package main

import (
	"fmt"
	"io/fs"
	"os"

	"gateway/http/api/errorcode"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: bundle <directory of the description> <file to write>")
		os.Exit(2)
	}
	document, notes, err := describe(os.DirFS(os.Args[1]))
	for _, note := range notes {
		fmt.Fprintln(os.Stderr, note)
	}
	if err == nil {
		err = os.WriteFile(os.Args[2], document, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// describe bundles the files of a description with their examples.
func describe(dir fs.FS) (document []byte, notes []string, err error) {
	bundled, err := Bundle(dir, errorcode.All())
	if err != nil {
		return nil, nil, err
	}
	return withExamples(bundled, dir)
}
