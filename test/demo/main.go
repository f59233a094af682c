// Command demo tells the whole story of a merchant on a sandbox gateway, step by
// step: registration, payments, callbacks, money in suspense, payouts. Each step is
// checked, so the demo is also a test.
//
// Without GATEWAY_URL it starts a gateway of its own, with a database of its own,
// and leaves nothing behind. With it, ADMIN_PASSWORD (and ADMIN_EMAIL, when it is
// not admin@example.com) must be that gateway's; a new merchant is added to it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gateway/test/receiver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	g, err := findGateway(ctx)
	if err != nil {
		return err
	}
	defer g.stop()
	return tell(ctx, g, newPrinter(os.Stdout))
}

// tell tells the story until its end or its first error.
func tell(ctx context.Context, g *gateway, out printer) error {
	r := receiver.Start()
	defer r.Close()
	out.title("A merchant's story, on %s", g)
	began := time.Now()
	s := &story{ctx: ctx, out: out, gateway: g, receiver: r}
	if err := s.tell(); err != nil {
		return err
	}
	out.title("\nAll of it as it should be, in %.1f s.", time.Since(began).Seconds())
	return nil
}
