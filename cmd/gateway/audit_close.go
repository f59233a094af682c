package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/domain/admin"
	"gateway/domain/period"
	"gateway/http/api"
	"gateway/http/service/periodservice"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func auditCloseCommand() *cobra.Command {
	var email, accept, url string
	cmd := &cobra.Command{
		Use:   "close MONTH --as EMAIL [--accept FILE] [--url URL]",
		Short: "Ask the running gateway to close a month; a second administrator approves it there",
		Long: "Ask the running gateway to close a month such as 2026-01, at HTTP_ADDR unless --url names another with the same\n" +
			"configuration. It asks over HTTP, logged in as the administrator --as, whose password and, where there is one, code of the\n" +
			"second factor are read from the terminal, or else from the lines of the standard input.\n" +
			"It never closes a month by itself: it only asks, and says where a second administrator approves. Without dual control\n" +
			"(DUAL_CONTROL_FROM, and two administrators) it asks for nothing.\n" +
			"While a check of the month is missing, or has a finding that is not accepted, it prints the checklist, with what to do,\n" +
			"and exits with 1. --accept names a file with the accepted findings as JSON:\n" +
			`[{"name": "verify: ...", "reason": "why the month is closed in spite of it"}]`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := config.Load()
			if err != nil {
				return err
			}
			if config.DualControlFrom == nil {
				return errors.New("DUAL_CONTROL_FROM is not set: no second administrator would be asked, and the month would be closed at once")
			}
			if url == "" {
				if url, err = ownURL(config.HTTPAddr); err != nil {
					return err
				}
			}
			accepted, err := readAccepted(accept)
			if err != nil {
				return err
			}
			c := &apiCaller{ctx: cmd.Context(), url: strings.TrimSuffix(url, "/")}
			if err := c.logIn(email, newPrompter(cmd)); err != nil {
				return err
			}
			defer func() { _ = api.LogoutAdmin(c, nil) }() // the login ends by itself, too
			return askToClose(c, cmd.OutOrStdout(), args[0], accepted, config.PublicURL)
		},
	}
	cmd.Flags().StringVar(&email, "as", "", "the e-mail address of the administrator who asks")
	cmd.Flags().StringVar(&accept, "accept", "", "a file with the findings that are accepted, each with its reason")
	cmd.Flags().StringVar(&url, "url", "", "where the gateway is, such as http://127.0.0.1:8080")
	_ = cmd.MarkFlagRequired("as") // the flag exists
	return cmd
}

// acceptedFinding is a finding in the file of --accept.
type acceptedFinding struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

func readAccepted(name string) ([]acceptedFinding, error) {
	accepted := []acceptedFinding{}
	if name == "" {
		return accepted, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &accepted); err != nil {
		return nil, fmt.Errorf(`%s is no list such as [{"name": "...", "reason": "..."}]: %w`, name, err)
	}
	return accepted, nil
}

// askToClose asks for the closing of a month that is ready. Nothing else is asked of the gateway where it would be closed
// without a second administrator.
func askToClose(c *apiCaller, out io.Writer, month string, accepted []acceptedFinding, publicURL string) error {
	m, err := api.GetPeriod(c, month)
	if err != nil {
		return err
	}
	if m.Status == period.StatusClosed {
		return fmt.Errorf("%s is closed already, since %s", m.Period, m.ClosedAt.UTC().Format(time.RFC3339))
	}
	if left := printChecklist(out, m, accepted); left > 0 {
		return found("%s is not ready to be closed: %d things are left to do", m.Period, left)
	}
	if err := twoAdministrators(c); err != nil {
		return err
	}
	asked, err := c.requestClosing(m.Period, accepted)
	if err != nil {
		return err
	}
	where := fmt.Sprintf("%s/console/approvals/%d", c.url, asked)
	if publicURL != "" {
		where = fmt.Sprintf("%s/console/approvals/%d", strings.TrimSuffix(publicURL, "/"), asked)
	}
	_, err = fmt.Fprintf(out, "The closing of %s is asked for, and not done: another administrator must approve it at\n%s\n", m.Period, where)
	return err
}

// twoAdministrators refuses a gateway in which no second admin could approve.
func twoAdministrators(c *apiCaller) error {
	all, err := api.ListAdmins(c)
	if err != nil {
		return err
	}
	enabled := 0
	for _, a := range all {
		if a.Role == admin.RoleAdmin && !a.Disabled {
			enabled++
		}
	}
	if enabled < 2 {
		return errors.New("a month is closed by two administrators, and this gateway has one: add another first")
	}
	return nil
}

// printChecklist prints the checks of a month, and returns how many things are left to do.
func printChecklist(out io.Writer, m api.PeriodDetail, accepted []acceptedFinding) (left int) {
	reasons := map[string]string{}
	for _, a := range accepted {
		reasons[a.Name] = a.Reason
	}
	fmt.Fprintf(out, "Checklist of %s:\n", m.Period)
	for _, check := range m.Checks {
		name := strings.TrimSpace(check.Name + " " + check.Connection)
		fmt.Fprintf(out, "%-8s %s", check.State, name)
		if check.State == periodservice.CheckMissing {
			left++
			fmt.Fprintf(out, ": %s", check.Todo)
		}
		fmt.Fprintln(out)
		for _, f := range check.Findings {
			if reason := reasons[f.Name]; strings.TrimSpace(reason) != "" {
				fmt.Fprintf(out, "         accepted: %s (%s)\n", f.Name, reason)
				continue
			}
			left++
			fmt.Fprintf(out, "         put right, or accept by its name: %s\n             %s\n", f.Name, f.Problem)
		}
	}
	return left
}

// prompter asks a person for what a login takes.
type prompter struct {
	cmd *cobra.Command
	// lines is nil at a terminal.
	lines *bufio.Reader
	fd    int
}

func newPrompter(cmd *cobra.Command) *prompter {
	if file, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return &prompter{cmd: cmd, fd: int(file.Fd())}
	}
	return &prompter{cmd: cmd, lines: bufio.NewReader(cmd.InOrStdin())}
}

// secret asks for a secret, which a terminal does not show.
func (p *prompter) secret(what string) (string, error) {
	fmt.Fprintf(p.cmd.ErrOrStderr(), "%s: ", what)
	if p.lines == nil {
		typed, err := term.ReadPassword(p.fd)
		fmt.Fprintln(p.cmd.ErrOrStderr())
		return string(typed), err
	}
	line, err := p.lines.ReadString('\n')
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", fmt.Errorf("%s is missing on the standard input", strings.ToLower(what))
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}
