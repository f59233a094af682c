package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/http/server/lifecycle"

	"github.com/spf13/cobra"
)

const healthTimeout = 5 * time.Second

func healthCommand() *cobra.Command {
	var url string
	var serving bool
	cmd := &cobra.Command{
		Use:   "health [--url URL] [--serving]",
		Short: "Ask the running gateway whether all of it works; exit 1 when not",
		Long: "Ask the running gateway whether all of it works (/readyz), at HTTP_ADDR unless --url names another.\n" +
			"Exit 0 when it is ready, 1 when it does not answer, can't serve (503), or is degraded: it serves, but a read model\n" +
			"is halted or a client is parked, on all instances alike. A balancer asks /readyz, an alarm runs this. With --serving a\n" +
			"degraded gateway is healthy, too: what replaces unhealthy containers must not replace all of them for that.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if url == "" {
				config, err := config.Load()
				if err != nil {
					return err
				}
				if url, err = ownURL(config.HTTPAddr); err != nil {
					return err
				}
			}
			return printHealth(cmd.Context(), cmd.OutOrStdout(), strings.TrimSuffix(url, "/")+"/readyz", serving)
		},
	}
	cmd.Flags().StringVar(&url, "url", "", "where the gateway is, such as http://127.0.0.1:8080")
	cmd.Flags().BoolVar(&serving, "serving", false, "exit 0 also when it is degraded")
	return cmd
}

// ownURL is where the gateway that listens at an address answers this machine.
func ownURL(listens string) (string, error) {
	host, port, err := net.SplitHostPort(listens)
	if err != nil {
		return "", fmt.Errorf("HTTP_ADDR: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}

func printHealth(ctx context.Context, out io.Writer, url string, serving bool) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", lifecycle.HealthAgent) // a stop waits for balancers, but not for this command
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the gateway does not answer: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	var said struct {
		Data struct {
			Status   string
			Degraded []string
		}
		Message string
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&said); err != nil {
		return fmt.Errorf("%s is no gateway's answer: %w", url, err)
	}
	switch {
	case answer.StatusCode != http.StatusOK:
		return errors.New("not ready: " + said.Message)
	case said.Data.Status != "ready" && !serving:
		return fmt.Errorf("%s: %s", said.Data.Status, strings.Join(said.Data.Degraded, "; "))
	}
	_, err = fmt.Fprintln(out, said.Data.Status)
	return err
}
