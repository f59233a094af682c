package localpg_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAPathTooLongForASocketWorks(t *testing.T) {
	t.Parallel()
	cluster := startServer(t, filepath.Join(newDir(t), strings.Repeat("long", 30)))
	query(t, cluster, write)
	wantKept(t, cluster)
}

func TestAPathWithBlanksAndAnApostropheWorks(t *testing.T) {
	t.Parallel()
	cluster := startServer(t, filepath.Join(newDir(t), "it's, a data dir"))
	query(t, cluster, write)
	wantKept(t, cluster)
}

// closedDir returns a data directory in a folder that only root can enter, such as /root.
func closedDir(t *testing.T) (dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can pass folders that the user postgres cannot")
	}
	root := filepath.Join(newDir(t), "root")
	if err := os.Mkdir(root, 0o700); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(root, "data")
	t.Cleanup(func() {
		if place, err := os.Readlink(filepath.Join(dir, "cluster")); err == nil {
			removeAll(t, place)
		}
	})
	return dir
}

func removeAll(t *testing.T, place string) {
	t.Helper()
	places, _ := filepath.Glob(place + "*")
	for _, place := range places {
		if err := os.RemoveAll(place); err != nil {
			t.Error(err)
		}
	}
}

func TestAClusterThatCannotLieInItsDataDirectoryLiesElsewhereAndIsFoundAgain(t *testing.T) {
	t.Parallel()
	dir := closedDir(t)
	cluster := startServer(t, dir)
	query(t, cluster, write)
	stop(t, cluster)
	place, err := os.Readlink(filepath.Join(dir, "cluster"))
	if err != nil || !strings.HasPrefix(place, "/var/lib/gateway/") {
		t.Fatalf("the cluster lies at %q (%v), want a place under /var/lib/gateway", place, err)
	}
	wantKept(t, startServer(t, dir))
}

func TestARemovedDataDirectoryStartsEmptyAndTheOldClusterIsKept(t *testing.T) {
	t.Parallel()
	dir := closedDir(t)
	_, kill := gateway(t, dir)
	kill() // the cluster keeps running
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	cluster := startServer(t, dir)
	query(t, cluster, write) // fails if the table exists already
	place, err := os.Readlink(filepath.Join(dir, "cluster"))
	if err != nil {
		t.Fatal(err)
	}
	if kept, _ := filepath.Glob(place + ".old-*"); len(kept) != 1 {
		t.Errorf("kept %v, want one", kept)
	}
}

func TestAClusterThatIsGoneIsNotReplacedByAnEmptyOne(t *testing.T) {
	t.Parallel()
	dir := closedDir(t)
	stop(t, startServer(t, dir))
	place, err := os.Readlink(filepath.Join(dir, "cluster"))
	if err != nil {
		t.Fatal(err)
	}
	removeAll(t, place)
	if _, err := tryStart(t, dir); err == nil || !strings.Contains(err.Error(), "is gone") {
		t.Fatalf("start: %v, want to be told that the cluster is gone", err)
	}
}
