package architecture

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// riddles are turns of phrase that a reader must translate, each with what to write instead. The list holds the
// commonest ones, of which no right use is known.
var riddles = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\bof before\b`), `name the thing: "the former address", "the stored rows"`},
	{regexp.MustCompile(`\bof now\b`), `"present" or "current" before the noun`},
	{regexp.MustCompile(`\bwhose (it|they) (is|are|was|were)\b`), `"which client it belongs to"`},
	{regexp.MustCompile(`\b(says|said|tells|told) of (it|them|how|what)\b`), `"says about", "reports" or "describes"`},
	{regexp.MustCompile(`\bis of how many\b`), `"is the number of"`},
	{regexp.MustCompile(`\b(from when on|since when|up to when)\b`), `"since", "the time from which"`},
	{regexp.MustCompile(`\bas it is where\b`), `say which state is meant`},
	{regexp.MustCompile(`\b(decided|made|built|tried|asked) anew\b`), `"again"`},
	{regexp.MustCompile(`\bwhere there is none\b`), `"if there is none"`},
	{regexp.MustCompile(`\bby the log as it is now\b`), `"according to the current log"`},
}

func TestCommentsArePlainEnglish(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		if strings.HasPrefix(file, "test/architecture/") {
			continue
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, filepath.Join(root, file), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range parsed.Comments {
			text := strings.Join(strings.Fields(comment.Text()), " ")
			for _, riddle := range riddles {
				if found := riddle.pattern.FindString(text); found != "" {
					t.Errorf("%s:%d says %q: write %s", file, files.Position(comment.Pos()).Line, found, riddle.instead)
				}
			}
		}
	}
}
