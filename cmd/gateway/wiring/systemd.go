package wiring

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"gateway/cmd/gateway/watch"

	"github.com/coreos/go-systemd/v22/daemon"
)

// notifySystemd tells systemd the state of the process (sd_notify). It does nothing if systemd did not start
// the process.
func notifySystemd(state string) { _, _ = daemon.SdNotify(false, state) } // systemd may be gone; nothing depends on it

// extendStart is how much longer systemd waits for READY=1 after each extension.
const extendStart = 30 * time.Second

// keepSystemdWaiting makes systemd wait for READY=1 until ctx ends, because a migration or the building of
// the read models may take any time.
func keepSystemdWaiting(ctx context.Context) {
	if os.Getenv("NOTIFY_SOCKET") == "" {
		return
	}
	for {
		notifySystemd(fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", extendStart.Microseconds()))
		select {
		case <-time.After(extendStart / 3):
		case <-ctx.Done():
			return
		}
	}
}

// feedWatchdog tells systemd that the process works (WATCHDOG=1), three times per WatchdogSec, only while
// works returns nil. Otherwise systemd kills and restarts the process. It returns when ctx ends.
func feedWatchdog(ctx context.Context, every time.Duration, works func(context.Context) error, complain func(error)) {
	for every > 0 {
		checking, cancel := context.WithTimeout(ctx, every/3)
		err := works(checking)
		cancel()
		switch {
		case err == nil:
			notifySystemd(daemon.SdNotifyWatchdog)
		case ctx.Err() == nil:
			complain(err)
		}
		select {
		case <-time.After(every / 3):
		case <-ctx.Done():
			return
		}
	}
}

// works reports whether the process is free of faults that a restart would fix: it answers a request at its
// own address, and the log guard keeps checking. Each check has its own time limit. A database that does not
// answer is not such a fault, because a restart does not bring it back.
func (a *App) works(ctx context.Context) error {
	const maxAge = 4 * (watch.GuardInterval + watch.GuardTimeout + watch.Confirmations*watch.ConfirmInterval)
	if age := a.guard.Rounds.Age(); age > maxAge {
		return fmt.Errorf("the background work stands still since %v", age.Round(time.Second))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+a.ownAddr+"/healthz", nil)
	if err != nil {
		return err
	}
	request.Close = true // a reused connection would not show that new ones are accepted
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("this process does not answer itself: %w", err)
	}
	_ = answer.Body.Close() // it was not read
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("this process answers itself with %d", answer.StatusCode)
	}
	return nil
}

// watchdogInterval returns systemd's WatchdogSec, or 0 if none is set.
func watchdogInterval() time.Duration {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return 0 // WATCHDOG_USEC is not a number, so systemd did not set it
	}
	return every
}
