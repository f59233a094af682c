package throwaway

import (
	"context"
	"time"

	"gateway/eventstore/localpg"
)

// Env is the environment variable that names the server that all packages share.
const Env = "TEST_DATABASE_URL"

// settings differ from the embedded defaults in size, because many packages share one cluster, and so that a
// killed cluster leaves no memory segments behind.
var settings = map[string]string{
	"max_connections": "400",
	"shared_buffers":  "128MB",
	"max_wal_size":    "512MB",

	"dynamic_shared_memory_type": "mmap",
}

// Start brings up a cluster that ends with the process, or when stop is called.
func Start() (cluster *localpg.Cluster, stop func(), err error) {
	dir, remove, err := Dir()
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cluster, err = localpg.Start(ctx, localpg.Options{DataDir: dir, Settings: settings})
	if err != nil {
		remove()
		return nil, nil, err
	}
	return cluster, func() {
		_ = cluster.Stop(context.Background())
		remove()
	}, nil
}
