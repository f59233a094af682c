// Package inprocess starts a gateway inside the calling process: the assembled
// application, with real HTTP on loopback. Package installation starts real
// processes instead, which tests can kill.
package inprocess

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	_ "gateway/test/quickhash" // tests log in thousands of times

	"github.com/caarlos0/env/v11"
)

// StopLimit is how long a gateway of a test may take to stop. The gateway itself only promises
// wiring.StopWithin, which is longer, but no test has a slow creation under way.
const StopLimit = 10 * time.Second

// Gateway is a running gateway.
type Gateway struct {
	wiring.Running
	// Stop stops the gateway as an operator does. It returns an error if the gateway failed or took longer than
	// StopLimit. Later calls return the result of the first.
	Stop func() error
}

// Start starts a gateway with these settings, which are environment variables by name. It ignores the
// environment of the process. It returns when the gateway is ready.
func Start(ctx context.Context, settings map[string]string) (*Gateway, error) {
	config, err := Parse(settings)
	if err != nil {
		return nil, err
	}
	return StartWith(ctx, config)
}

// Parse returns the configuration that settings make, which are environment variables by name.
func Parse(settings map[string]string) (config.Config, error) {
	c, err := env.ParseAsWithOptions[config.Config](env.Options{Environment: settings})
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		return c, fmt.Errorf("configuration: %w", err)
	}
	return c, nil
}

// StartWith is Start with a configuration. The end of ctx aborts the start; it does not stop a gateway that has
// started.
func StartWith(ctx context.Context, config config.Config) (*Gateway, error) {
	return StartAt(ctx, config, nil)
}

// StartAt is StartWith with a clock that the test sets; nil is the clock of the machine.
func StartAt(ctx context.Context, config config.Config, now func() time.Time) (*Gateway, error) {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ready, ended := make(chan wiring.Running, 1), make(chan error, 1)
	go func() {
		ended <- wiring.Run(running, config, wiring.Options{Now: now, OnReady: func(r wiring.Running) { ready <- r }})
	}()
	stop := sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(StopLimit):
			return fmt.Errorf("the gateway did not stop within %s", StopLimit)
		}
	})
	select {
	case r := <-ready:
		return &Gateway{Running: r, Stop: stop}, nil
	case err := <-ended:
		cancel()
		return nil, errors.Join(errors.New("the gateway did not start"), err)
	case <-ctx.Done():
		return nil, errors.Join(fmt.Errorf("the gateway was not ready: %w", ctx.Err()), stop())
	}
}
