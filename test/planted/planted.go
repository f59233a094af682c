// Package planted has bugs to be planted into the gateway, so that its tests can be tested:
// each must be found. A bug is an edit of the sources in `bugs`, which is applied without
// touching them: `go build -overlay` reads changed copies instead. Most of them are defects
// that the gateway once had.
//
// A file of `bugs` says in its first line what the bug breaks, and names the test that
// finds it; then come the edits, as in a diff without line numbers:
//
//	A key is freed by every error, so that a retry does the work again.
//	found by: simulation
//	file: http/service/idempotency_key.go
//	@@
//	 	end := idempotency.Interrupt
//	-	if !resumed && blamesRequest(cause) {
//	+	if !resumed {
//
// The lines that begin with a space or a minus must be in the file exactly once: a bug whose
// code has moved fails to apply, and must be planted anew. The command test/cmd/plant runs
// other commands with a bug in the code.
package planted

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed bugs
var files embed.FS

// Bug is one planted bug.
type Bug struct {
	// Name is that of its file, without the extension.
	Name string
	// Breaks is one sentence: what the bug breaks.
	Breaks string
	// FoundBy is `simulation`, `simulation on PostgreSQL`, `histories`, or the arguments of `go test`
	// that run the test which finds the bug.
	FoundBy string
	// Edits are made in this order.
	Edits []Edit
}

// Edit replaces a piece of a file's text, which must be there exactly once.
type Edit struct {
	// File is the path from the module's root.
	File string
	// Old and New are whole lines.
	Old, New string
}

// Bugs reads all planted bugs, in the order of their names.
func Bugs() (bugs []Bug, err error) {
	entries, err := fs.ReadDir(files, "bugs")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		text, err := files.ReadFile("bugs/" + entry.Name())
		if err != nil {
			return nil, err
		}
		bug, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("planted bug %s: %w", entry.Name(), err)
		}
		bug.Name = strings.TrimSuffix(entry.Name(), filepath.Ext(entry.Name()))
		bugs = append(bugs, bug)
	}
	return bugs, nil
}

// Find reads the bug of that name.
func Find(name string) (Bug, error) {
	bugs, err := Bugs()
	for _, bug := range bugs {
		if bug.Name == name {
			return bug, nil
		}
	}
	return Bug{}, errors.Join(err, fmt.Errorf("there is no planted bug %q", name))
}

func parse(text string) (bug Bug, err error) {
	var file string
	for number, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		word, rest, _ := strings.Cut(line, ": ")
		edit := len(bug.Edits) - 1
		switch {
		case number == 0:
			bug.Breaks = line
		case line == "@@":
			bug.Edits = append(bug.Edits, Edit{File: file})
		case edit < 0 && word == "found by":
			bug.FoundBy = rest
		case word == "file":
			file = rest
		case edit >= 0 && line == "":
			bug.Edits[edit].add("", true, true)
		case edit >= 0 && strings.ContainsAny(line[:1], " +-"):
			bug.Edits[edit].add(line[1:], line[0] != '+', line[0] != '-')
		default:
			return bug, fmt.Errorf("line %d means nothing: %q", number+1, line)
		}
	}
	if bug.FoundBy == "" || len(bug.Edits) == 0 {
		return bug, errors.New("it must name what finds it, and at least one edit")
	}
	return bug, nil
}

func (e *Edit) add(line string, isOld, isNew bool) {
	if isOld {
		e.Old += line + "\n"
	}
	if isNew {
		e.New += line + "\n"
	}
}

// InSimulation reports whether the simulation must find the bug.
func (b Bug) InSimulation() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation")
}

// Packages are the packages that the bug changes, as the go command takes them. A file that
// is not of Go belongs to the package of the folder above.
func (b Bug) Packages() (paths []string) {
	for _, e := range b.Edits {
		folder := filepath.Dir(e.File)
		if !strings.HasSuffix(e.File, ".go") {
			folder = filepath.Dir(folder)
		}
		if path := "./" + folder; !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Overlay writes the changed files into a folder, and the JSON file that `go build -overlay`
// takes. It returns the name of that file. Root is the root of the module.
func (b Bug) Overlay(root, dir string) (name string, err error) {
	replace, err := b.changed(root)
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range replace {
		changed := filepath.Join(dir, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
			return "", err
		}
		overlay.Replace[filepath.Join(root, file)] = changed
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o600)
}

// changed gives the texts of the files with the bug in them.
func (b Bug) changed(root string) (texts map[string]string, err error) {
	texts = map[string]string{}
	for _, edit := range b.Edits {
		text, read := texts[edit.File]
		if !read {
			raw, err := os.ReadFile(filepath.Join(root, edit.File))
			if err != nil {
				return nil, err
			}
			text = string(raw)
		}
		if n := strings.Count(text, edit.Old); n != 1 {
			return nil, fmt.Errorf("planted bug %s: %s has these lines %d times:\n%s", b.Name, edit.File, n, edit.Old)
		}
		texts[edit.File] = strings.Replace(text, edit.Old, edit.New, 1)
	}
	return texts, nil
}
