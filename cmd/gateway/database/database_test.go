package database

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"

	"gateway/cmd/gateway/config"
	"gateway/test/testdb"
)

func TestProcessesThatStartTogetherMakeAMissingDatabaseOnce(t *testing.T) {
	t.Parallel()
	server, err := connect(testdb.New(t), 1, nil, SlowQueries{})
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text()[:16])
	t.Cleanup(func() {
		_, err := server.Exec(`DROP DATABASE ` + name)
		if err := errors.Join(err, server.Close()); err != nil {
			t.Error(err)
		}
	})
	url, err := config.ParseURL(testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	url.Path = "/" + name
	var processes sync.WaitGroup
	for range 8 {
		processes.Go(func() {
			if err := ensureDatabase(t.Context(), url.String()); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	if err := ensureDatabase(t.Context(), url.String()); err != nil {
		t.Error(err)
	}
}
