package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gateway/cmd/gateway/config"
	"gateway/eventstore/esdb"

	"github.com/spf13/cobra"
)

func eventsCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [esdb://...] [--json]",
		Short: "Try what the gateway relies on against an EventStoreDB or KurrentDB; exit 1 when something is missing",
		Long: "Try what the gateway relies on against an EventStoreDB or KurrentDB before it goes live: version, leader, rights, expected\n" +
			"revisions and repeated appends, content, the order of $all, that reads show what was written, the subscription, streams that\n" +
			"lost their beginning, the largest append, the clock, and speed. Without an URL it takes EVENTSTORE_URL. It writes about a\n" +
			"megabyte of system events into new streams, gateway-check-..., which a gateway does not see; otherwise it only reads, and\n" +
			"it works beside running gateways. deploy/EVENTSTOREDB.md says what each part means. Exit 1 when there are problems.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			url, err := checkedURL(args)
			if err != nil {
				return err
			}
			return checkEventStoreDB(cmd.Context(), url, asJSON, cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}

// checkedURL returns the given connection string, or the configured one.
func checkedURL(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	config, err := config.Load()
	if err != nil {
		return "", err
	}
	if !esdb.IsURL(config.EventStoreURL) {
		return "", errors.New("name a connection string, esdb://...: EVENTSTORE_URL is not one of EventStoreDB")
	}
	return config.EventStoreURL, nil
}

func checkEventStoreDB(ctx context.Context, url string, asJSON bool, out io.Writer) error {
	problems := 0
	results, err := esdb.Check(ctx, esdb.Config{URL: url}, func(r esdb.CheckResult) {
		problems += len(r.Problems)
		if !asJSON {
			printCheck(out, r)
		}
	})
	if err != nil {
		return err
	}
	if asJSON {
		if err := printJSON(out, results); err != nil {
			return err
		}
	}
	if problems > 0 {
		return found("%d problems", problems)
	}
	return nil
}

func printCheck(out io.Writer, r esdb.CheckResult) {
	state := "ok     "
	switch {
	case len(r.Problems) > 0:
		state = "PROBLEM"
	case r.Unchecked != "":
		state = "UNKNOWN"
	}
	fmt.Fprintf(out, "%s %s", state, r.Name)
	if r.Note != "" {
		fmt.Fprintf(out, ": %s", r.Note)
	}
	fmt.Fprintln(out)
	for _, p := range r.Problems {
		fmt.Fprintf(out, "        %s\n", p)
	}
	if r.Unchecked != "" {
		fmt.Fprintf(out, "        not checked: %s\n", r.Unchecked)
	}
}
