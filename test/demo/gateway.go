package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"

	"gateway/test/inprocess"
)

// defaultAdmin is the administrator of a sandbox whose settings name none.
const defaultAdmin = "admin@example.com"

// gateway is the gateway that the story calls.
type gateway struct {
	url                       string
	adminEmail, adminPassword string
	fresh                     bool
	stop                      func()
}

func (g *gateway) String() string {
	if g.fresh {
		return "a fresh gateway at " + g.url
	}
	return "the gateway at " + g.url
}

func findGateway(ctx context.Context) (*gateway, error) {
	url := strings.TrimSuffix(os.Getenv("GATEWAY_URL"), "/")
	if url == "" {
		return startGateway(ctx, nil)
	}
	password := os.Getenv("ADMIN_PASSWORD")
	if password == "" {
		return nil, errors.New("GATEWAY_URL needs ADMIN_PASSWORD: the gateway printed it at its first start")
	}
	return &gateway{
		url: url, adminEmail: cmp.Or(os.Getenv("ADMIN_EMAIL"), defaultAdmin), adminPassword: password, stop: func() {},
	}, nil
}

// startGateway starts a gateway with only these settings. It ignores the environment, so that the story never
// writes to a real database.
func startGateway(ctx context.Context, settings map[string]string) (*gateway, error) {
	dir, err := os.MkdirTemp("", "gateway-demo-")
	if err != nil {
		return nil, err
	}
	// As root, PostgreSQL runs as another user, who must be able to enter the folder.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	g := &gateway{adminEmail: defaultAdmin, adminPassword: rand.Text(), fresh: true}
	all := map[string]string{
		"HTTP_ADDR": "127.0.0.1:0", "DATA_DIR": dir, "LOG_LEVEL": "error",
		"ADMIN_EMAIL": g.adminEmail, "ADMIN_PASSWORD": g.adminPassword,
	}
	maps.Copy(all, settings)
	running, err := inprocess.Start(ctx, all)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start a gateway: %w", err), os.RemoveAll(dir))
	}
	g.url = running.URL
	g.stop = func() {
		if err := errors.Join(running.Stop(), os.RemoveAll(dir)); err != nil {
			fmt.Fprintln(os.Stderr, "demo: stop the gateway:", err)
		}
	}
	return g, nil
}
