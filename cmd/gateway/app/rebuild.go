package app

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/readmodel"
	"gateway/projections/rebuild"

	"github.com/sirupsen/logrus"
)

// Rebuilder rebuilds the read models of the installation. Close it.
func (t *Tools) Rebuilder() (*rebuild.Rebuilder, error) {
	return rebuilder(t.Databases, t.Log)
}

// Overview is how all read models are doing.
func (t *Tools) Overview(ctx context.Context) ([]rebuild.Overview, error) {
	return rebuild.Overviews(ctx, t.Databases.Read.DB, t.Log, t.Models())
}

func openRebuildQueue(d *Databases, log *eventstore.Log, logger *logrus.Entry) (*rebuild.Queue, error) {
	r, err := rebuilder(d, log)
	if err != nil {
		return nil, err
	}
	return rebuild.NewQueue(r, logger), nil
}

func rebuilder(d *Databases, log *eventstore.Log) (*rebuild.Rebuilder, error) {
	return rebuild.New(rebuild.Config{
		URL: d.ReadURL, Log: log, Models: readmodel.All(), Program: program,
		Migrate: func(ctx context.Context, db *sql.DB) error { return migrations.ReadModel(ctx, db) },
	})
}

// program identifies this build: by the hash of what runs, which may have been
// replaced on disk since.
var program = sync.OnceValues(func() (string, error) {
	f, err := os.Open("/proc/self/exe")
	if err != nil { // not Linux
		path, err := os.Executable()
		if err != nil {
			return "", err
		}
		if f, err = os.Open(path); err != nil {
			return "", err
		}
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
})
