package documents

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../"

var (
	link    = regexp.MustCompile(`\]\(([^)]+)\)|src="([^"]+)"`)
	code    = regexp.MustCompile("`([^`\n]+)`")
	block   = regexp.MustCompile("(?s)```.*?```")
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	// named matches a path of the repository as pages write it: a folder, a file, or a package pattern.
	named = regexp.MustCompile(`^(cmd|domain|eventstore|projections|http|migrations|deploy|test|\.ci)/[\w./-]+$`)
	// notAnchor matches the characters that an anchor leaves out of its heading.
	notAnchor = regexp.MustCompile(`[^\w -]`)
)

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(text(t, page), -1) {
			target := match[1] + match[2]
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			at := filepath.Join(filepath.Dir(page), file)
			if file == "" {
				at = page
			}
			if _, err := os.Stat(at); err != nil {
				t.Errorf("%s links to %s: %v", page, target, err)
			} else if anchor != "" && !anchors(t, at)[anchor] {
				t.Errorf("%s links to %s, which has no such heading", page, target)
			}
		}
	}
}

func TestEveryNamedPathExists(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		for _, match := range code.FindAllStringSubmatch(block.ReplaceAllString(text(t, page), ""), -1) {
			path := strings.TrimSuffix(match[1], "/...")
			if !named.MatchString(path) {
				continue
			}
			if _, err := os.Stat(root + path); err != nil {
				t.Errorf("%s names %s: %v", page, path, err)
			}
		}
	}
}

// pages lists the pages of the repository, beside the code and in deploy. The guides of the
// API's reference are left out: their links are those of the site.
func pages(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{".git", "bin", "data", "guides", "node_modules"}, entry.Name()) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			all = append(all, path)
		}
		return nil
	})
	if err != nil || len(all) < 15 {
		t.Fatalf("%d pages, %v", len(all), err)
	}
	return all
}

func text(t *testing.T, page string) string {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// anchors returns the headings of a page, as links name them.
func anchors(t *testing.T, page string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(block.ReplaceAllString(text(t, page), ""), -1) {
		anchor := notAnchor.ReplaceAllString(strings.ToLower(match[1]), "")
		all[strings.ReplaceAll(anchor, " ", "-")] = true
	}
	return all
}
