package wiring

import (
	"context"
	"time"

	"gateway/http/server"
	"gateway/http/server/lifecycle"
	"gateway/http/service"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/sirupsen/logrus"
)

// StopWithin is how long a stop may take: until the balancers have noticed, the longest creation is answered,
// and the databases are closed. Systemd, or a container engine, must wait
// at least as long before it kills the process.
const StopWithin = time.Minute

const (
	// drainLimit is the time for requests in flight, which is that of the longest creation.
	drainLimit = service.CreateLimit
	// closeLimit is the time for the last bytes of the last answers.
	closeLimit = time.Second
	// tracesLimit is the time to send the last spans.
	tracesLimit = 500 * time.Millisecond
	// partFailedLimit is the time for requests in flight after a part of the gateway has failed.
	partFailedLimit = 5 * time.Second
)

// This line does not compile if a stop may take longer than StopWithin.
const _ = uint(StopWithin - lifecycle.NoticeLimit - drainLimit - closeLimit - stopLimit - tracesLimit)

// drain takes this instance out of service without losing a request. From now on /readyz answers 404 and
// another instance takes the lead, but requests are answered until the balancers have seen the 404. Then
// sockets are closed with the advice to reconnect, and the requests in flight are answered.
func (a *App) drain(ctx context.Context, running *server.Server) {
	began := time.Now()
	a.logger.Info("the gateway stops: it takes no new requests and finishes those under way")
	notifySystemd(daemon.SdNotifyStopping)
	a.lifecycle.Drain()
	a.leader.Yield()
	a.lifecycle.AwaitNotice(ctx)
	if a.realtime.end != nil {
		a.realtime.end()
	}
	noticed := time.Since(began)
	answered := a.lifecycle.AwaitRequests(ctx, drainLimit)
	running.Stop(ctx, closeLimit)
	line := a.logger.WithFields(logrus.Fields{"noticed_ms": noticed.Milliseconds(), "ms": time.Since(began).Milliseconds()})
	if !answered {
		line.Error("requests were cut off: they took longer than a creation may take")
		return
	}
	line.Info("all requests are answered")
}
