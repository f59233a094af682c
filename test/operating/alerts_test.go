package operating

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const deploy = "../../deploy"

func promtool(t *testing.T, args ...string) {
	t.Helper()
	program, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool: install Debian's package prometheus")
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = filepath.Join(deploy, "prometheus")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %v: %v\n%s", args, err, out)
	}
}

func TestTheAlertsFireOnTheirIncidentsAndNotOnASoundInstallation(t *testing.T) {
	t.Parallel()
	promtool(t, "check", "config", "prometheus.example.yml")
	promtool(t, "check", "rules", "alerts.yml")
	promtool(t, "test", "rules", "alerts_test.yml")
}

type alert struct {
	Alert       string
	Expr        string
	Annotations map[string]string
}

func alerts(t *testing.T) (all []alert) {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []alert }
	}
	if err := yaml.Unmarshal(read(t, "prometheus/alerts.yml"), &file); err != nil {
		t.Fatal(err)
	}
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deploy, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var (
	headings   = regexp.MustCompile(`(?m)^## (.*)$`)
	notInSlugs = regexp.MustCompile("[^a-z0-9 _-]")
)

func TestEachAlertHasATestAndAPageOfTheRunbook(t *testing.T) {
	t.Parallel()
	pages := map[string]bool{}
	for _, h := range headings.FindAllStringSubmatch(string(read(t, "RUNBOOK.md")), -1) {
		slug := notInSlugs.ReplaceAllString(strings.ToLower(h[1]), "")
		pages["RUNBOOK.md#"+strings.ReplaceAll(slug, " ", "-")] = true
	}
	tests := string(read(t, "prometheus/alerts_test.yml"))
	for _, a := range alerts(t) {
		if !pages[a.Annotations["runbook"]] {
			t.Errorf("%s names %q, and there is no such page", a.Alert, a.Annotations["runbook"])
		}
		if !strings.Contains(tests, "- name: "+a.Alert+"\n") {
			t.Errorf("%s has no test", a.Alert)
		}
	}
}

// aggregation matches how an expression joins series: `max by (installation, name) (`.
var aggregation = regexp.MustCompile(`\b(?:sum|max|min|avg|count|group)\b(?: by \(([^)]*)\))?`)

// One Prometheus may scrape several installations. None may hide another, or raise its alarms.
func TestAlertsAndDashboardKeepInstallationsApart(t *testing.T) {
	t.Parallel()
	for _, a := range alerts(t) {
		for _, by := range aggregation.FindAllStringSubmatch(a.Expr, -1) {
			if !slices.Contains(strings.Split(by[1], ", "), "installation") {
				t.Errorf("%s joins the series of all installations: %s", a.Alert, a.Expr)
			}
		}
	}
	for _, q := range dashboardQueries(t) {
		if n := len(metricNames.FindAllString(q, -1)); strings.Count(q, `installation=~"$installation"`) < max(n, 1) {
			t.Errorf("the dashboard shows series of all installations: %s", q)
		}
	}
	if !strings.Contains(string(read(t, "grafana/gateway.json")), `"name": "installation"`) {
		t.Error("the dashboard has no variable to choose an installation")
	}
	if !strings.Contains(string(read(t, "prometheus/prometheus.example.yml")), "installation:") {
		t.Error("the example of the scraping names no installation")
	}
}

var metricNames = regexp.MustCompile(`\b(?:gateway|go|process)_[a-z0-9_]+`)

// dashboardQueries are the expressions of the dashboard's panels.
func dashboardQueries(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(read(t, "grafana/gateway.json"), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

func TestEveryMetricOfTheAlertsAndTheDashboardExists(t *testing.T) {
	i, planted := busyGateway(t)
	_, metrics := i.Get("/metrics")
	exists := map[string]bool{}
	for text := range strings.Lines(metrics) {
		if !strings.HasPrefix(text, "#") {
			exists[text[:strings.IndexAny(text, "{ ")]] = true
		}
	}
	queries := dashboardQueries(t)
	for _, a := range alerts(t) {
		queries = append(queries, a.Expr)
	}
	if len(queries) < 50 {
		t.Fatalf("there are %d queries: the files are not read", len(queries))
	}
	for _, q := range queries {
		for _, name := range metricNames.FindAllString(q, -1) {
			if !exists[name] && !slices.Contains(happenSeldom, name) {
				t.Errorf("%s: no metric is called %s", q, name)
			}
		}
	}
	for _, secret := range planted {
		if strings.Contains(metrics, secret) {
			t.Errorf("the metrics hold %s", secret)
		}
	}
}

// happenSeldom are metrics that appear only after the first event that they count, because their labels are not
// known before.
var happenSeldom = []string{
	"gateway_payment_reversals_total",
}
