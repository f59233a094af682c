package compose

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/config"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const deploy = "../../deploy/"

// filled holds the values in gateway.env.example that an operator fills in.
var filled = map[string]string{
	"PUBLIC_URL": "https://pay.example.com", "MASTER_SECRET": strings.Repeat("m", 64), "ADMIN_EMAIL": "root@example.com", "ADMIN_PASSWORD": "a password",
	"POSTGRES_PASSWORD": "hush", "KURRENTDB_PASSWORD": "hush",
}

// load reads the files as `docker compose` does, with the variables in its .env.
func load(t *testing.T, variables map[string]string, files ...string) (*types.Project, error) {
	t.Helper()
	var paths, environ []string
	for _, name := range files {
		paths = append(paths, deploy+name)
	}
	for name, value := range variables {
		environ = append(environ, name+"="+value)
	}
	options, err := cli.NewProjectOptions(paths, cli.WithEnv(environ), cli.WithInterpolation(true), cli.WithResolvedPaths(true))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(t.Context())
}

// environOf returns the environment of a service.
func environOf(t *testing.T, p *types.Project, service string) []string {
	t.Helper()
	s, err := p.GetService(service)
	if err != nil {
		t.Fatal(err)
	}
	var environ []string
	for name, value := range s.Environment {
		if value != nil {
			environ = append(environ, name+"="+*value)
		}
	}
	return environ
}

func TestTheFilesAreValidAloneAndTogether(t *testing.T) {
	t.Parallel()
	for _, files := range [][]string{
		{"compose.yaml"},
		{"compose.yaml", "compose.kurrentdb.yaml"},
		{"compose.yaml", "compose.centrifugo.yaml"},
		{"compose.yaml", "compose.kurrentdb.yaml", "compose.centrifugo.yaml"},
	} {
		variables := maps.Clone(filled)
		if slices.Contains(files, "compose.centrifugo.yaml") {
			maps.Copy(variables, map[string]string{"CENTRIFUGO_API_KEY": "key", "CENTRIFUGO_TOKEN_SECRET": "secret"})
		}
		p, err := load(t, variables, files...)
		if err != nil {
			t.Errorf("%v: %v", files, err)
			continue
		}
		for _, service := range []string{"gateway1", "gateway2"} {
			config, err := config.LoadFrom(environOf(t, p, service))
			// The authority's certificate is in a volume.
			refused := err != nil && err.Error() != "configuration: EVENTSTORE_URL: tlsCAFile can't be read: no such file or directory"
			if refused || len(config.Warnings()) > 0 {
				t.Errorf("%v: %s has a configuration that is refused: %v %v", files, service, err, config.Warnings())
			}
			if slices.Contains(files, "compose.kurrentdb.yaml") != strings.HasPrefix(config.EventStoreURL, "esdb://") {
				t.Errorf("%v: the log is at %s", files, config.EventStoreURL)
			}
		}
	}
}

func TestAVariableOfTheFileReachesTheGateway(t *testing.T) {
	t.Parallel()
	variables := maps.Clone(filled)
	maps.Copy(variables, map[string]string{"PROVIDER_TIMEOUT": "7s", "HOLD_UNTIL_SETTLED": "QRIS", "LOGIN_LIMIT_PER_ACCOUNT": "3"})
	p, err := load(t, variables, "compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	config, err := config.LoadFrom(environOf(t, p, "gateway2"))
	if err != nil || config.ProviderTimeout != 7*time.Second || len(config.HoldUntilSettled) != 1 || config.LoginsPerAccount != 3 {
		t.Errorf("%+v, %v", config, err)
	}
	if config.PayoutAttemptMargin != 30*time.Second || config.LogFormat != "json" {
		t.Errorf("a variable that is not set has no default: %+v", config)
	}
}

func TestComposeAsksForWhatHasNoDefault(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"PUBLIC_URL", "POSTGRES_PASSWORD"} {
		variables := maps.Clone(filled)
		delete(variables, name)
		if _, err := load(t, variables, "compose.yaml"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestContainersRunWithoutRightsAndTellTheirHealth(t *testing.T) {
	t.Parallel()
	p, err := load(t, filled, "compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.GetService("gateway1")
	if err != nil {
		t.Fatal(err)
	}
	if !s.ReadOnly || len(s.CapDrop) != 1 || s.CapDrop[0] != "ALL" || s.StopGracePeriod == nil || s.Build == nil || s.Build.Args["VERSION"] == nil {
		t.Errorf("%+v", s)
	}
	text, err := os.ReadFile(deploy + "Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	bases := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "FROM ") {
			bases++
			if !strings.Contains(line, "@sha256:") {
				t.Errorf("a base without a digest: %s", line)
			}
		}
	}
	for _, want := range []string{"USER 65532:65532", `CMD ["/gateway", "health", "--serving"]`, "-X main.version=${VERSION}"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("deploy/Dockerfile lacks %s", want)
		}
	}
	if bases != 2 {
		t.Errorf("%d bases", bases)
	}
}

// The tests of the commands cover what the scripts do with these settings, because a gateway can open there
// what they restore.
func TestTheLogIsArchivedAndBackedUpByATimer(t *testing.T) {
	t.Parallel()
	p, err := load(t, filled, "compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	postgres, err := p.GetService("postgres")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"archive_mode=on", "archive_timeout=60", "archive_command=sh /scripts/archive-wal.sh %p %f /backup"} {
		if !slices.Contains(postgres.Command, want) {
			t.Errorf("PostgreSQL is not started with %s: %v", want, postgres.Command)
		}
	}
	backup, err := p.GetService("backup")
	if err != nil {
		t.Fatal(err)
	}
	if backup.Image != postgres.Image {
		t.Errorf("the programs of %s back up a server of %s", backup.Image, postgres.Image)
	}
	if command := strings.Join(backup.Entrypoint, " "); !strings.Contains(command, "/scripts/backup-timer.sh /backup") || backup.HealthCheck == nil {
		t.Errorf("%s, %v", command, backup.HealthCheck)
	}
	mounts := func(s types.ServiceConfig) map[string]string {
		all := map[string]string{}
		for _, v := range s.Volumes {
			all[v.Target] = v.Source
		}
		return all
	}
	for _, shared := range []string{"/backup", "/scripts", "/var/run/postgresql"} {
		if from := mounts(postgres)[shared]; from == "" || mounts(backup)[shared] != from {
			t.Errorf("%s is %q of PostgreSQL and %q of its backup", shared, from, mounts(backup)[shared])
		}
	}
	if _, err := p.GetService("restore"); err == nil {
		t.Error("the service that restores starts with the others")
	}
}
