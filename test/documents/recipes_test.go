package documents

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// recipes are the headings of CONTRIBUTING.md whose files are listed and counted.
var recipes = []string{"A field of a withdrawal", "An event", "A channel", "A page of the console", "A reactor"}

var (
	stated = regexp.MustCompile(`(?m)^Today (\d+) files:$`)
	listed = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| \\S")
)

// Paths in the other sentences of a recipe are checked by TestEveryNamedPathExists.
func TestEveryFileOfARecipeExists(t *testing.T) {
	t.Parallel()
	page := text(t, root+"CONTRIBUTING.md")
	for _, name := range recipes {
		_, recipe, found := strings.Cut(page, "\n## "+name+"\n")
		if !found {
			t.Errorf("there is no recipe %q", name)
			continue
		}
		recipe, _, _ = strings.Cut(recipe, "\n## ")
		var files []string
		for _, match := range listed.FindAllStringSubmatch(recipe, -1) {
			if info, err := os.Stat(root + match[1]); err != nil || info.IsDir() {
				t.Errorf("%s: %s is no file: %v", name, match[1], err)
			}
			if slices.Contains(files, match[1]) {
				t.Errorf("%s: %s is listed twice", name, match[1])
			}
			files = append(files, match[1])
		}
		count := stated.FindStringSubmatch(recipe)
		if count == nil || count[1] != strconv.Itoa(len(files)) {
			t.Errorf("%s: it lists %d files, and says %q", name, len(files), count)
		}
	}
}
