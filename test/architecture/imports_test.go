package architecture

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport lists, for each floor, the floors that its production code may import. It
// is the table of ARCHITECTURE.md.
var mayImport = map[string][]string{
	"domain":      {"domain"},
	"migrations":  {},
	"eventstore":  {"domain", "eventstore"},
	"projections": {"domain", "eventstore", "migrations", "projections"},
	"http":        {"domain", "eventstore", "projections", "http"},
	"cmd":         {"domain", "eventstore", "migrations", "projections", "http", "cmd"},
}

// testSupport lists production packages that only tests import. They may import test.
var testSupport = []string{
	"eventstore/esdb/esdbtest", "eventstore/postgres/postgrestest", "http/service/servicetest", "domain/domaintest",
	"eventstore/storetest", "projections/engine/enginetest", "projections/reactor/reactortest",
}

func TestImportsPointDown(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		allowed, isProduction := mayImport[strings.Split(pkg, "/")[0]]
		if !isProduction || strings.HasSuffix(file, "_test.go") || slices.Contains(testSupport, pkg) {
			continue
		}
		for _, imported := range importsOf(t, file) {
			if !slices.Contains(allowed, strings.Split(imported, "/")[0]) {
				t.Errorf("%s imports %s, which its floor may not", file, imported)
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
	surfaces := []string{"http/api/merchantapi", "http/api/adminapi", "http/api/notificationapi"}
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

// importsOf returns the packages of this module that the file imports, without the module's name.
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

// A CSV file that another package writes would not escape formulas.
func TestCSVFilesAreWrittenBySheetAlone(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "test/") || strings.HasPrefix(file, "projections/sheet/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"encoding/csv"`) && strings.Contains(string(text), "csv.NewWriter") {
			t.Errorf("%s writes CSV: write the file by package sheet", file)
		}
	}
}
