package ledger_test

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

var (
	constant   = regexp.MustCompile(`(?m)^\t[A-Z]\w* = "([a-z:]+)"$`)
	ofClients  = regexp.MustCompile(`clientAccount\(clientID, "(\w+)"\)`)
	ofBank     = regexp.MustCompile(`bankAccount\(connection, "(\w+)"\)`)
	ofProvider = regexp.MustCompile(`providerAccount\(connection, "(\w+)"\)`)
	accountRow = regexp.MustCompile("(?m)^\\| `([a-z:<>]+:[a-z:<>]+|equity|suspense)` \\|")
)

func TestThePageListsEveryAccountAndNoOther(t *testing.T) {
	t.Parallel()
	var declared, listed []string
	source, page := read(t, "accounts.go"), read(t, "README.md")
	for _, match := range constant.FindAllStringSubmatch(source, -1) {
		declared = append(declared, match[1])
	}
	for _, match := range ofClients.FindAllStringSubmatch(source, -1) {
		declared = append(declared, "client:<id>:"+match[1])
	}
	for _, match := range ofProvider.FindAllStringSubmatch(source, -1) {
		declared = append(declared, "provider:<connection>:"+match[1])
	}
	for _, match := range ofBank.FindAllStringSubmatch(source, -1) {
		declared = append(declared, "bank:<connection>:"+match[1])
	}
	for _, match := range accountRow.FindAllStringSubmatch(page, -1) {
		listed = append(listed, match[1])
	}
	slices.Sort(declared)
	slices.Sort(listed)
	if len(declared) < 10 || !slices.Equal(declared, listed) {
		t.Errorf("the code declares %v\nthe page lists %v", declared, listed)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
