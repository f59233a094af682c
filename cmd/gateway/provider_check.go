package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/report"
	"gateway/http/outbound/providers"
	"gateway/http/service/state"
	"gateway/projections/readmodel"

	"github.com/spf13/cobra"
)

const (
	// silentAfter is how many payments of a channel in a row must be found by asking before its notifications
	// count as missing. A channel that never had a notification is reported at the first one.
	silentAfter = 3
	// staleAfter is the age from which a waiting notification, or the last reading of the provider's books,
	// is a finding.
	staleAfter = 15 * time.Minute
	// contradictionsFor is how long contradictions are findings. shownContradictions limits how many are
	// printed.
	contradictionsFor   = 7 * 24 * time.Hour
	shownContradictions = 20
)

func providerCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [CONNECTION...]",
		Short: "Say whether the provider answers and its notifications come; exit 1 when not",
		Long: "Ask each provider, or those of the named connections, whether it accepts our credentials, and for a page of its books where it\n" +
			"lists them, and say by channel how the news of money came: by notification, or found by\n" +
			"asking because no notification had come. A channel whose notifications do not come is named: look whether the provider\n" +
			"has its callback URL. Notifications that wait to be confirmed, and those that the provider did not confirm, are listed.\n" +
			"Exit 0 when all is well, 1 with findings, 2 when something could not be checked.",
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, names []string) error {
			c := &providerCheck{out: cmd.OutOrStdout(), now: time.Now()}
			err := errors.Join(c.askProviders(cmd.Context(), t, names), c.checkChannels(cmd.Context(), t.Queries),
				c.checkWaiting(cmd.Context(), t.Queries), c.checkContradictions(cmd.Context(), t.Queries))
			if err == nil && c.findings > 0 {
				err = found("%d findings", c.findings)
			}
			return err
		}),
	}
}

// providerCheck prints what it checks, and counts its findings.
type providerCheck struct {
	out      io.Writer
	now      time.Time
	findings int
}

func (c *providerCheck) say(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) }

func (c *providerCheck) find(format string, args ...any) {
	c.findings++
	c.say("FOUND  "+format, args...)
}

// bookLister is a connection whose provider lists its bookings.
type bookLister interface {
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}

// askProviders asks the providers of the named connections, or of all.
func (c *providerCheck) askProviders(ctx context.Context, t *wiring.Tools, names []string) (err error) {
	set, closeProviders, err := t.Providers(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeProviders()) }()
	if len(names) == 0 {
		names = set.Names()
	}
	for _, name := range names {
		if err := knownConnection(set, name); err != nil {
			return err
		}
	}
	for _, name := range names {
		err = errors.Join(err, c.askProvider(ctx, set, name))
	}
	if t.Config.ProviderListingRate == 0 {
		c.find("the provider's books are not read: PROVIDER_LISTING_RATE is 0")
		return err
	}
	for _, name := range names {
		if _, lists := providers.Ports[bookLister](set)(name); lists == nil {
			err = errors.Join(err, c.checkReading(ctx, t, name))
		}
	}
	return err
}

// knownConnection refuses a name that no configured connection has.
func knownConnection(set *providers.Set, name string) error {
	if slices.Contains(set.Names(), name) {
		return nil
	}
	return fmt.Errorf("there is no connection %s: there are %s", name, strings.Join(set.Names(), ", "))
}

func (c *providerCheck) askProvider(ctx context.Context, set *providers.Set, name string) error {
	began := time.Now()
	if why := set.Apart(name); why != "" {
		c.say("%s: can't be asked from here: %s", name, why)
		return nil
	}
	if err := set.Check(ctx, name); err != nil {
		return fmt.Errorf("%s: the provider does not accept us, or does not answer: %w", name, err)
	}
	listing, err := providers.Ports[bookLister](set)(name)
	if errors.Is(err, errors.ErrUnsupported) {
		c.say("%s: the provider answered within %s; it does not list its books", name, time.Since(began).Round(time.Millisecond))
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := listing.BookingPage(ctx, report.BookingQuery{}); err != nil {
		return fmt.Errorf("%s: the provider's books can't be read: %w", name, err)
	}
	c.say("%s: the provider answered within %s", name, time.Since(began).Round(time.Millisecond))
	return nil
}

// checkReading prints how far the books of a connection were read.
func (c *providerCheck) checkReading(ctx context.Context, t *wiring.Tools, name string) error {
	cursor, err := state.New(t.Databases.State).ListingCursor(ctx, name)
	at := cursor.At
	switch {
	case err != nil:
		return err
	case at.IsZero():
		c.find("%s: the provider's books were never read: does a gateway lead?", name)
	case c.now.Sub(at) > staleAfter:
		c.find("%s: the provider's books were read up to %s only", name, at.Format(time.RFC3339))
	default:
		c.say("%s: the provider's books were read up to %s", name, at.Format(time.RFC3339))
	}
	return nil
}

func (c *providerCheck) checkChannels(ctx context.Context, q *readmodel.Queries) error {
	news, err := q.PaymentNews(ctx)
	for _, n := range news {
		last := "never"
		if n.NotifiedAt != nil {
			last = n.NotifiedAt.Format(time.RFC3339)
		}
		if n.Unnotified >= silentAfter || n.NotifiedAt == nil {
			c.find("%s: its notifications do not come: %d payments were found without one since the last (%s)", n.Channel, n.Unnotified, last)
			continue
		}
		c.say("%s: %d notified, the last at %s; %d found without a notification", n.Channel, n.Notified, last, n.Found)
	}
	return err
}

func (c *providerCheck) checkWaiting(ctx context.Context, q *readmodel.Queries) error {
	n, oldest, err := q.PaymentReportBacklog(ctx)
	switch {
	case err != nil:
		return err
	case n > 0 && c.now.Sub(oldest) > staleAfter:
		c.find("%d notifications wait to be confirmed, the oldest since %s", n, oldest.Format(time.RFC3339))
	case n > 0:
		c.say("%d notifications wait to be confirmed, the oldest since %s", n, oldest.Format(time.RFC3339))
	default:
		c.say("no notification waits to be confirmed")
	}
	return nil
}

func (c *providerCheck) checkContradictions(ctx context.Context, q *readmodel.Queries) error {
	all, err := q.PaymentContradictions(ctx, shownContradictions)
	for _, p := range all {
		if c.now.Sub(p.At) < contradictionsFor {
			c.find("%s: a notification of %s says %s of Rp %s (%s): %s, position %d", p.TransactionID, p.At.Format(time.RFC3339), p.Status,
				p.PaidAmount.StringFixed(2), p.ProviderPaymentID, p.Contradiction, p.Position)
		}
	}
	return err
}
