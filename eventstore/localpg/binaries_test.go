package localpg

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// programs makes a folder of fake programs of a version.
func programs(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"postgres", "initdb", "pg_ctl"} {
		script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + version + "'\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func withoutPackages(t *testing.T) {
	t.Helper()
	places := packageDirs
	packageDirs = nil
	t.Cleanup(func() { packageDirs = places })
}

func clusterOf(t *testing.T, version string) string {
	t.Helper()
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte(version+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestANewClusterGetsTheNewestVersionAndAnOldOneItsOwn(t *testing.T) {
	withoutPackages(t)
	old, recent, beta, ancient := programs(t, "15.3 (Debian)"), programs(t, "17.1"), programs(t, "18beta1"), programs(t, "9.6.24")
	t.Setenv("PATH", strings.Join([]string{ancient, old, recent, beta}, ":")+":"+os.Getenv("PATH"))
	for _, rule := range []struct{ data, want string }{
		{"", beta},
		{clusterOf(t, "15"), old},
		{clusterOf(t, "17"), recent},
	} {
		if got, err := findBinDir(context.Background(), t.TempDir(), rule.data); err != nil || got != rule.want {
			t.Errorf("cluster %q: %q (%v), want %q", rule.data, got, err, rule.want)
		}
	}
}

func TestALinkOnThePathLeadsToTheFolderOfAllPrograms(t *testing.T) {
	withoutPackages(t)
	real, linked := programs(t, "16.2"), t.TempDir()
	if err := os.Symlink(filepath.Join(real, "postgres"), filepath.Join(linked, "postgres")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", linked)
	if got := findInstalled(context.Background(), "")[16]; got != real {
		t.Errorf("programs in %q, want %q", got, real)
	}
}

func TestWithoutPostgreSQLOneLineSaysWhatToInstall(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root is refused: for other users the programs are downloaded")
	}
	withoutPackages(t)
	t.Setenv("PATH", t.TempDir())
	_, err := findBinDir(context.Background(), t.TempDir(), "")
	wantAdvice(t, err)
}

func TestAfterAFailedDownloadOneLineSaysWhatToInstall(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the library leaves a log there
	refusing := httptest.NewServer(http.NotFoundHandler())
	defer refusing.Close()
	defer http.DefaultClient.CloseIdleConnections()
	dir := filepath.Join(t.TempDir(), "postgresql")
	err := download(dir, refusing.URL)
	if err == nil {
		t.Fatal("downloaded from a server that has nothing")
	}
	wantAdvice(t, notInstalled(err))
	if left, _ := filepath.Glob(dir + "*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func wantAdvice(t *testing.T, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "apt-get install postgresql") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line that says what to install", err)
	}
}
