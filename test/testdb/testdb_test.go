package testdb_test

import (
	"database/sql"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gateway/test/poll"
	"gateway/test/testdb"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv("TESTDB_HELPER") != "" {
		beKilled(m)
		return
	}
	goleak.VerifyTestMain(m)
}

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func exec1(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func TestEveryNewDatabaseIsEmpty(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	exec1(t, open(t, events), "CREATE TABLE mark ()")
	exec1(t, open(t, read), "CREATE TABLE mark ()")
}

func TestADatabaseIsDroppedAtTheEndInSpiteOfConnections(t *testing.T) {
	t.Parallel()
	var dsn string
	t.Run("inner", func(inner *testing.T) {
		dsn = testdb.New(inner)
		exec1(t, open(t, dsn), "SELECT") // closed only with the outer test
	})
	err := open(t, dsn).Ping()
	if err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Fatalf("ping after the inner test: %v, want a database that does not exist", err)
	}
}

func TestTheServerIsAsDurableAsTheEventStoreDemands(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.Server(t))
	for _, setting := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		var value string
		if err := db.QueryRow("SHOW " + setting).Scan(&value); err != nil || value != "on" {
			t.Errorf("%s = %q (%v), want on", setting, value, err)
		}
	}
}

func TestATemplateIsPreparedOnceAndCloned(t *testing.T) {
	t.Parallel()
	var prepared atomic.Int32
	prepare := func(dsn string) error {
		prepared.Add(1)
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			return err
		}
		_, err = db.Exec("CREATE TABLE account (id int); INSERT INTO account VALUES (1)")
		return errors.Join(err, db.Close())
	}
	name := t.Name() + time.Now().String()
	var clones sync.WaitGroup
	for range 4 {
		clones.Go(func() {
			db := open(t, testdb.Template(t, name, prepare))
			var rows int
			if err := db.QueryRow("UPDATE account SET id = id + 1 RETURNING id").Scan(&rows); err != nil || rows != 2 {
				t.Errorf("id after one update: %d (%v), want 2", rows, err)
			}
		})
	}
	clones.Wait()
	if n := prepared.Load(); n != 1 {
		t.Errorf("prepared %d times, want once", n)
	}
}

func TestATemplateThatFailedIsPreparedAgain(t *testing.T) {
	t.Parallel()
	name := t.Name() + time.Now().String()
	var tries int
	prepare := func(string) error {
		if tries++; tries == 1 {
			return errors.New("first time")
		}
		return nil
	}
	failed := &recorder{TB: t}
	failed.run(func() { testdb.Template(failed, name, prepare) })
	if !strings.Contains(failed.fatal, "first time") {
		t.Fatalf("reported %q, want the error of prepare", failed.fatal)
	}
	testdb.Template(t, name, prepare)
	if tries != 2 {
		t.Errorf("tried %d times, want 2", tries)
	}
}

func TestAPrivateServerMayBeKilled(t *testing.T) {
	t.Parallel()
	cluster := testdb.Private(t)
	if err := syscall.Kill(cluster.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the server is gone", func() bool { return cluster.PID() == 0 })
}

// The directory is removed, too.
func TestTheServerEndsWithAKilledTestBinary(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TESTDB_HELPER=1", testdb.Env+"=")
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, _ := out.Read(line)
	dir, found := strings.CutPrefix(strings.TrimSpace(string(line[:n])), "dir ")
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if !found {
		t.Skipf("the helper has no server: %s", line[:n])
	}
	poll.Until(t, dir+" is gone", func() bool {
		_, err := os.Stat(dir)
		return os.IsNotExist(err)
	})
}

// beKilled reports the directory of this binary's server and waits for its end.
func beKilled(*testing.M) {
	t := &recorder{}
	t.run(func() {
		db, err := sql.Open("postgres", testdb.Server(t))
		if err != nil {
			t.Fatal(err)
		}
		var data string
		if err := db.QueryRow("SHOW data_directory").Scan(&data); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("dir " + data + "\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test is over, however it ends
	})
	os.Stdout.WriteString(t.fatal + "\n")
}
