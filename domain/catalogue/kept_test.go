package catalogue_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/domain/catalogue"
)

var (
	keptRow  = regexp.MustCompile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\| (whole|newest snapshot and what follows|no) \\|")
	category = regexp.MustCompile("`([a-z_]+)`")
)

// The table says for every stream what its next decision needs from the archive.
func TestOperationsListsWhatIsKeptOfAnArchivedLog(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "#### What works while the archive is away")
	listed := map[string][]string{}
	for _, row := range keptRow.FindAllStringSubmatch(section, -1) {
		for _, name := range category.FindAllStringSubmatch(row[1], -1) {
			listed[row[2]] = append(listed[row[2]], name[1])
		}
	}
	for how, kept := range map[string]catalogue.Kept{
		"whole": catalogue.KeptWhole, "newest snapshot and what follows": catalogue.KeptTail, "no": catalogue.KeptNot,
	} {
		slices.Sort(listed[how])
		if want := catalogue.Categories(kept); !slices.Equal(listed[how], want) {
			t.Errorf("OPERATIONS.md says %q of %v, and it is true of %v", how, listed[how], want)
		}
	}
}
