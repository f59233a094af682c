// Package planted has bugs that are planted into the gateway in order to test its tests: each bug must be
// found. A bug is an edit of the sources in `bugs`. It is applied without changing the sources: `go build
// -overlay` reads changed copies instead. Most of the bugs are defects that the gateway once had.
//
// A file of `bugs` says in its first line what the bug breaks, and names what finds it. Each edit then names a
// declaration, and which of its code is replaced by which:
//
//	A key is freed by every error, so that a retry does the work again.
//	found by: simulation
//	in: service.idempotentRequest.release
//	-	if !resumed && blamesRequest(cause) {
//	+	if !resumed {
//
// The declaration is a function, a method (with its type), a type, a variable or a constant, after the name of
// its package. The package's path is only as long as needed to be unique, so a bug stays valid when its code
// moves to another file or folder. Code is compared token by token, so indentation, comments and line ends do
// not matter. The old code must occur in the declaration exactly once. Without old code, the new code is
// inserted at the beginning of a function's body. A file that is not Go, such as a migration, is named by its
// path, and compared letter by letter. The command test/cmd/plant runs other commands with a bug in the code.
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
	// Name is the name of its file, without the extension.
	Name string
	// Breaks says in one sentence what the bug breaks.
	Breaks string
	// FoundBy is `simulation`, `simulation of worlds`, `simulation of connections`, `simulation of refunds`,
	// `simulation of disputes`, `simulation of books`, `simulation on PostgreSQL`, `histories`, or the
	// arguments of `go test` that run the test that finds the bug.
	FoundBy string
	// Edits are made in this order.
	Edits []Edit
}

// Edit replaces a piece of one declaration, which must contain it exactly once.
type Edit struct {
	// In names the declaration, or a file that is not Go.
	In string
	// Old and New are code. An empty Old stands for the beginning of a function's body.
	Old, New string
}

// code is what replaces the old code.
func (e Edit) code() string {
	if e.atBegin() {
		return "\n" + e.New
	}
	return strings.TrimSuffix(e.New, "\n")
}

func (e Edit) atBegin() bool { return strings.TrimSpace(e.Old) == "" }

func (e Edit) inGo() bool { return !strings.HasSuffix(e.In, ".sql") }

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
	for number, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		word, rest, _ := strings.Cut(line, ": ")
		edit := len(bug.Edits) - 1
		switch {
		case number == 0:
			bug.Breaks = line
		case edit < 0 && word == "found by":
			bug.FoundBy = rest
		case word == "in":
			bug.Edits = append(bug.Edits, Edit{In: rest})
		case edit >= 0 && strings.HasPrefix(line, "-"):
			bug.Edits[edit].Old += line[1:] + "\n"
		case edit >= 0 && strings.HasPrefix(line, "+"):
			bug.Edits[edit].New += line[1:] + "\n"
		default:
			return bug, fmt.Errorf("line %d means nothing: %q", number+1, line)
		}
	}
	if bug.FoundBy == "" || len(bug.Edits) == 0 {
		return bug, errors.New("it must name what finds it, and at least one edit")
	}
	return bug, nil
}

// InSimulation reports whether the simulation must find the bug.
func (b Bug) InSimulation() bool {
	return b.InWorlds() || b.InConnections() || b.InRefunds() || b.InDisputes() || b.InBooks() ||
		slices.Contains(strings.Split(b.FoundBy, ", "), "simulation")
}

// InWorlds reports whether the bug is only found with a seed of the simulation that has a plan
// (simulation.FirstWorld): a restored or moved log, or several customers' money for one payment.
func (b Bug) InWorlds() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation of worlds")
}

// InConnections reports whether the bug is only found with a seed of the simulation that has several connections
// (simulation.FirstConnections).
func (b Bug) InConnections() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation of connections")
}

// InRefunds reports whether the bug is only found with a seed of the simulation in which merchants ask for refunds
// (simulation.FirstRefunds).
func (b Bug) InRefunds() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation of refunds")
}

// InDisputes reports whether the bug is only found with a seed of the simulation in which customers dispute what they paid
// (simulation.FirstDisputes).
func (b Bug) InDisputes() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation of disputes")
}

// InBooks reports whether the bug is only found with a seed of the simulation in which people keep books (simulation.FirstBooks).
func (b Bug) InBooks() bool {
	return slices.Contains(strings.Split(b.FoundBy, ", "), "simulation of books")
}

// Planted is a bug in the code of a module.
type Planted struct {
	// Root is the root of the module.
	Root string
	// Texts are the changed files, by their paths from the root.
	Texts map[string]string
}

// Plant puts the bug into a copy of the code below root.
func (b Bug) Plant(root string) (p Planted, err error) {
	code, err := readModule(root)
	if err != nil {
		return p, err
	}
	return b.plant(root, code)
}

func (b Bug) plant(root string, code *module) (p Planted, err error) {
	p = Planted{Root: root, Texts: map[string]string{}}
	type change struct {
		begin, end int
		text       string
	}
	changes := map[string][]change{}
	for _, edit := range b.Edits {
		file, begin, end, err := edit.place(root, code)
		if err != nil {
			return p, fmt.Errorf("planted bug %s: %w", b.Name, err)
		}
		changes[file] = append(changes[file], change{begin, end, edit.code()})
	}
	for file, edits := range changes {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return p, err
		}
		slices.SortFunc(edits, func(a, b change) int { return b.begin - a.begin }) // the last first, so that offsets stay valid
		changed := string(text)
		for _, c := range edits {
			changed = changed[:c.begin] + c.text + changed[c.end:]
		}
		p.Texts[file] = changed
	}
	return p, nil
}

// place finds the code that the edit replaces: a file and two offsets.
func (e Edit) place(root string, code *module) (file string, begin, end int, err error) {
	if !e.inGo() {
		text, err := os.ReadFile(filepath.Join(root, e.In))
		old := strings.TrimSuffix(e.Old, "\n")
		if n := strings.Count(string(text), old); err != nil || n != 1 {
			return "", 0, 0, errors.Join(err, fmt.Errorf("%s has this %d times:\n%s", e.In, n, old))
		}
		begin = strings.Index(string(text), old)
		return e.In, begin, begin + len(old), nil
	}
	d, err := code.find(e.In)
	if err != nil {
		return "", 0, 0, err
	}
	if e.atBegin() {
		if d.body == 0 {
			return "", 0, 0, fmt.Errorf("%s has no body to begin with new code", e.In)
		}
		return d.file, d.body, d.body, nil
	}
	found := occurrences(code.texts[d.file][d.begin:d.end], e.Old)
	if len(found) != 1 {
		return "", 0, 0, fmt.Errorf("%s has this %d times:\n%s", e.In, len(found), e.Old)
	}
	return d.file, d.begin + found[0][0], d.begin + found[0][1], nil
}

// Packages are the packages that the bug changes, in the form that the go command takes. A file that is not Go
// belongs to the package in the folder above.
func (p Planted) Packages() (paths []string) {
	for file := range p.Texts {
		folder := filepath.Dir(file)
		if !strings.HasSuffix(file, ".go") {
			folder = filepath.Dir(folder)
		}
		if path := "./" + folder; !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// Overlay writes the changed files into a folder, with the JSON file for `go build -overlay`. It returns the
// name of that file.
func (p Planted) Overlay(dir string) (name string, err error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for file, text := range p.Texts {
		changed := filepath.Join(dir, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
			return "", err
		}
		overlay.Replace[filepath.Join(p.Root, file)] = changed
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o600)
}
