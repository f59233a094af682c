package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/connection"
	"gateway/http/outbound/providers"
	"gateway/http/service/state"

	"github.com/spf13/cobra"
)

func providerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "provider",
		Short: "Ask about the payment provider",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(providerCheckCommand(), providerListCommand(), providerReadFromCommand(), providerRemoveCommand(),
		providerImportSettlementCommand())
	return cmd
}

// listsBooks refuses a connection that is not configured, or whose provider lists no books.
func listsBooks(ctx context.Context, t *wiring.Tools, name string) (err error) {
	set, closeProviders, err := t.Providers(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeProviders()) }()
	if err := knownConnection(set, name); err != nil {
		return err
	}
	if why := set.Apart(name); why != "" {
		return fmt.Errorf("%s can't be asked from here: %s", name, why)
	}
	if _, err := providers.Ports[bookLister](set)(name); err != nil {
		return fmt.Errorf("%s lists no books, so none are read: %w", name, err)
	}
	return nil
}

func providerReadFromCommand() *cobra.Command {
	at := connection.Xendit
	cmd := &cobra.Command{
		Use:   "read-from DATE [--connection C]",
		Short: "Have the provider's books read again from a day, or a time, on",
		Long: "Have the provider's books read again from a day (2026-01-31, in BUSINESS_TIME_ZONE), or a time in RFC 3339, on. What the\n" +
			"gateway has taken in before is recognised, and changes nothing. It works beside a running gateway, which goes back within\n" +
			"a minute and reads an hour of books at a time; gateway provider check says how far it is. It is refused where\n" +
			"PROVIDER_LISTING_RATE is 0, for then nothing is read.",
		Args: cobra.ExactArgs(1),
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			if t.Config.ProviderListingRate == 0 {
				return errors.New("the provider's books are not read: PROVIDER_LISTING_RATE is 0; set it, and restart the gateway, first")
			}
			from, err := t.Calendar.Moment("DATE", args[0], false)
			switch {
			case err != nil:
				return err
			case from.IsZero():
				return fmt.Errorf("DATE: must be a day, such as 2026-01-31, or a time in RFC 3339")
			case from.After(time.Now()):
				return fmt.Errorf("DATE: %s is in the future", from.Format(time.RFC3339))
			}
			if err := listsBooks(cmd.Context(), t, at); err != nil {
				return fmt.Errorf("--connection: %w", err)
			}
			if err := state.New(t.Databases.State).ReadListingFrom(cmd.Context(), at, from); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: the provider's books are read again from %s on.\n", at, from.Format(time.RFC3339))
			return err
		}),
	}
	cmd.Flags().StringVar(&at, "connection", at, "the connection whose books are read again")
	return cmd
}
