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

// Handlers, the command line and the sandbox call the same use cases, so use cases know nothing of requests and
// answers.
func TestUseCasesImportNoHTTP(t *testing.T) {
	t.Parallel()
	forbidden := []string{
		"net/http", "github.com/gin-gonic/gin", "gateway/http/api/auth", "gateway/http/api/envelope",
		"gateway/http/api/merchantapi", "gateway/http/api/adminapi", "gateway/http/server",
	}
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		if !strings.HasPrefix(pkg+"/", "http/service/") || strings.HasSuffix(file, "_test.go") || slices.Contains(testSupport, pkg) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if imported := strings.Trim(spec.Path.Value, `"`); slices.Contains(forbidden, imported) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}
