package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var sealEnv = regexp.MustCompile("(?s)reads\n +`/etc/gateway/seal.env`.*?```sh\n(.*?)```")

// systemd treats everything after the equals sign as the value, including a comment.
func TestTheExampleOfSealEnvHasWhatTheUnitNamesAndNoCommentBehindAValue(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../deploy/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := os.ReadFile("../../deploy/gateway-seal.service")
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(unit), "[Unit]")
	example := sealEnv.FindSubmatch(page)
	if example == nil {
		t.Fatal("OPERATIONS.md has no example of seal.env")
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(example[1])) {
		name, value, assigns := strings.Cut(strings.TrimSpace(line), "=")
		if strings.HasPrefix(name, "#") || !assigns {
			continue
		}
		names[name] = true
		if strings.Contains(value, "#") {
			t.Errorf("%s has a comment as part of its value: %s", name, value)
		}
		if !strings.Contains(comment, name) {
			t.Errorf("the comment of gateway-seal.service does not name %s", name)
		}
	}
	for _, name := range []string{"DATABASE_URL", "MIGRATE_USER", "MIGRATE_PASSWORD", "ARCHIVE_URL"} {
		if !names[name] {
			t.Errorf("the example does not set %s", name)
		}
	}
}
