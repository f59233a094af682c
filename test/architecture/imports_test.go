package architecture

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors are the top-level folders, from the lowest up. Production code imports its
// own floor and those below. migrations holds no code that another floor's decisions
// rest on, so it lies beside eventstore.
var floors = map[string]int{"domain": 1, "migrations": 2, "eventstore": 2, "projections": 3, "http": 4, "cmd": 5}

// testSupport lists production packages that only tests import. They may import test.
var testSupport = []string{
	"eventstore/esdb/esdbtest", "eventstore/postgres/postgrestest", "http/service/servicetest", "domain/domaintest",
	"eventstore/storetest", "projections/engine/enginetest",
}

func TestImportsPointDown(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		floor := floors[strings.Split(pkg, "/")[0]]
		if floor == 0 || strings.HasSuffix(file, "_test.go") || slices.Contains(testSupport, pkg) {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if to := floors[strings.Split(imported, "/")[0]]; to == 0 || to > floor {
				t.Errorf("%s imports %s, which is on a higher floor", file, imported)
			}
		}
	}
}

func TestTheEventStoreKnowsNoAggregateByName(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		if !strings.HasPrefix(file, "eventstore/") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if strings.HasPrefix(imported, "domain/") {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

func TestSurfacesDoNotImportEachOther(t *testing.T) {
	t.Parallel()
	surfaces := []string{"http/merchant", "http/admin", "http/notification"}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if slices.Contains(surfaces, imported) && imported != pkg && strings.HasPrefix(pkg, "http/") {
				t.Errorf("%s imports the surface %s", file, imported)
			}
		}
	}
}

// importsOf gives the packages of this module that the file imports, without the
// module's name.
func importsOf(t *testing.T, file string) (packages []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		if name, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "gateway/"); ours {
			packages = append(packages, name)
		}
	}
	return packages
}
