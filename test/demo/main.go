// Command demo tells the whole story of a merchant on a sandbox gateway, step by step: registration, payments,
// callbacks, money in suspense, payouts. It checks each step, so the demo is also a test.
//
// Without GATEWAY_URL it starts a gateway and a database of its own, and leaves nothing behind. On a terminal
// that gateway runs until Ctrl-C, so that a person can look at the story in the console. With GATEWAY_URL,
// ADMIN_PASSWORD must be that gateway's, and ADMIN_EMAIL too, unless it is admin@example.com; a new merchant is
// added to it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gateway/test/receiver"
)

func main() {
	pictures := flag.String("screenshots", "", "folder for pictures of the console's main pages, which Chromium takes after the story")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *pictures); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, pictures string) error {
	g, err := findGateway(ctx)
	if err != nil {
		return err
	}
	defer g.stop()
	out := newPrinter(os.Stdout)
	told, err := tell(ctx, g, out)
	if err != nil {
		return err
	}
	if pictures != "" {
		return told.takePictures(pictures)
	}
	if g.fresh && out.terminal {
		out.title("\nThe gateway runs until Ctrl-C.")
		<-ctx.Done()
	}
	return nil
}

// tell tells the story until its end or its first error.
func tell(ctx context.Context, g *gateway, out printer) (*story, error) {
	r := receiver.Start()
	defer r.Close()
	out.title("A merchant's story, on %s", g)
	began := time.Now()
	s := &story{ctx: ctx, out: out, gateway: g, receiver: r}
	if err := s.tell(); err != nil {
		return s, err
	}
	out.title("\nAll of it as it should be, in %.1f s.", time.Since(began).Seconds())
	s.showConsole()
	return s, nil
}
