package wiring

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"gateway/cmd/gateway/database"
	"gateway/domain/calendar"
	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/readmodel"
	"gateway/projections/rebuild"

	"github.com/sirupsen/logrus"
)

// Rebuilder returns a rebuilder of the installation's read models. Close it after use.
func (t *Tools) Rebuilder() (*rebuild.Rebuilder, error) {
	return newRebuilder(t.Databases, t.Log, t.Calendar)
}

// Overview returns the state of all read models and reactors.
func (t *Tools) Overview(ctx context.Context) ([]rebuild.Overview, error) {
	return rebuild.Overviews(ctx, t.Databases.Read.DB, t.Log, t.Models())
}

func openRebuildQueue(d *database.Databases, log *eventstore.Log, days calendar.Calendar, logger *logrus.Entry) (*rebuild.Queue, error) {
	r, err := newRebuilder(d, log, days)
	if err != nil {
		return nil, err
	}
	return rebuild.NewQueue(r, logger), nil
}

func newRebuilder(d *database.Databases, log *eventstore.Log, days calendar.Calendar) (*rebuild.Rebuilder, error) {
	return rebuild.New(rebuild.Config{
		URL: d.ReadURL, Log: log, Models: readmodel.AllIn(days), Program: executableHash,
		Migrate: migrations.ReadModel,
	})
}

// executableHash returns the SHA-256 of the running executable, which identifies the build. On Linux it reads
// the file through /proc, because the file may have been replaced since.
var executableHash = sync.OnceValues(func() (string, error) {
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
