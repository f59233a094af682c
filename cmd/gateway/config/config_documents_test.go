package config_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"gateway/cmd/gateway/config"

	"go.yaml.in/yaml/v3"
)

const deploy = "../../../deploy/"

var (
	row      = regexp.MustCompile("(?m)^\\| (`[A-Z_]+`[^|]*) \\| ([^|]*)\\|")
	inRow    = regexp.MustCompile("`([A-Z_]+)`( \\*secret\\*)?")
	inFile   = regexp.MustCompile(`(?m)^#?([A-Z_]+)=(.*)$`)
	fallback = regexp.MustCompile(`^\$\{([A-Z_]+)(:?[-?])(.*)\}$`)
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(deploy + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestOperationsDocumentEveryVariable(t *testing.T) {
	t.Parallel()
	type documented struct {
		defaults string
		secret   bool
	}
	table := map[string]documented{}
	_, section, _ := strings.Cut(string(read(t, "OPERATIONS.md")), "## Configuration")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, m := range row.FindAllStringSubmatch(section, -1) {
		for _, v := range inRow.FindAllStringSubmatch(m[1], -1) {
			table[v[1]] = documented{m[2], v[2] != ""}
		}
	}
	for _, v := range config.Variables() {
		entry, ok := table[v.Name]
		if !ok {
			t.Errorf("%s is not in the table of deploy/OPERATIONS.md", v.Name)
		}
		if entry.secret != v.Secret {
			t.Errorf("deploy/OPERATIONS.md says that %s is a secret: %t", v.Name, entry.secret)
		}
		if !strings.Contains(entry.defaults, v.Default) {
			t.Errorf("deploy/OPERATIONS.md has another default of %s than %s: %s", v.Name, v.Default, entry.defaults)
		}
		delete(table, v.Name)
	}
	for name := range table {
		t.Errorf("deploy/OPERATIONS.md has %s, which the gateway does not read", name)
	}
}

// notInContainers says why a serving container does not get a variable.
var notInContainers = map[string]string{
	"DATA_DIR":         "the image holds no PostgreSQL",
	"MIGRATE_USER":     "the owner's login is for gateway migrate alone",
	"MIGRATE_PASSWORD": "the owner's login is for gateway migrate alone",
}

// composeEnvironment returns what compose.yaml passes to a serving container.
func composeEnvironment(t *testing.T) map[string]string {
	t.Helper()
	var file struct {
		Gateway struct {
			Environment map[string]string
		} `yaml:"x-gateway"`
	}
	if err := yaml.Unmarshal(read(t, "compose.yaml"), &file); err != nil {
		t.Fatal(err)
	}
	return file.Gateway.Environment
}

func TestComposePassesEveryVariable(t *testing.T) {
	t.Parallel()
	passed := composeEnvironment(t)
	check := func(name string) {
		value, ok := passed[name]
		m := fallback.FindStringSubmatch(value)
		if !ok || name != "HTTP_ADDR" && (m == nil || m[1] != name) {
			t.Errorf("deploy/compose.yaml passes %s as %q", name, value)
		}
		delete(passed, name)
	}
	for _, v := range config.Variables() {
		if notInContainers[v.Name] != "" {
			continue
		}
		check(v.Name)
		if v.Secret {
			check(v.Name + "_FILE")
		}
	}
	for name := range passed {
		t.Errorf("deploy/compose.yaml passes %s, which the gateway does not read", name)
	}
}

func TestTheExampleOfAConfigurationHasEveryVariable(t *testing.T) {
	t.Parallel()
	example, compose := map[string]string{}, composeEnvironment(t)
	for _, m := range inFile.FindAllStringSubmatch(string(read(t, "gateway.env.example")), -1) {
		example[m[1]] = m[2]
	}
	for _, v := range config.Variables() {
		value, ok := example[v.Name]
		if notInContainers[v.Name] != "" || v.Name == "HTTP_ADDR" { // compose.yaml sets it
			continue
		}
		want := v.Default
		if m := fallback.FindStringSubmatch(compose[v.Name]); m != nil && m[2] == ":-" && m[3] != "" {
			want = m[3] // containers have their own default
		}
		if !ok || want != "" && value != want {
			t.Errorf("deploy/gateway.env.example has %s=%s, %t; the default is %s", v.Name, value, ok, want)
		}
		delete(example, v.Name)
	}
	for name := range example {
		switch name {
		// The compose files use these variables themselves.
		case "COMPOSE_FILE", "VERSION", "SECRETS_DIR", "POSTGRES_PASSWORD", "KURRENTDB_PASSWORD", "BACKUP_DIR", "BACKUP_EVERY", "BACKUP_KEEP":
		default:
			t.Errorf("deploy/gateway.env.example has %s, which nothing reads", name)
		}
	}
}
