package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/user"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/domain/admin"
	"gateway/domain/text"

	"github.com/spf13/cobra"
)

func adminCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Create an administrator, or reset a login, on the machine",
		Long: "Create an administrator, or reset a login, on the machine: the way back in for an operator who is locked out, and the way\n" +
			"out where a second administrator is needed and gone. It works beside a running gateway or without one. The log records\n" +
			"who did it, and why, as done on the machine.",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(adminCreateCommand(), adminResetPasswordCommand())
	return cmd
}

// machineAct names the person who uses a command on the machine, and the reason.
type machineAct struct{ by, reason string }

func (m *machineAct) flags(cmd *cobra.Command) {
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	cmd.Flags().StringVar(&m.by, "by", name, "who does it")
	cmd.Flags().StringVar(&m.reason, "reason", "", "why")
}

// pass checks and cleans texts from the command line in the same way as texts of requests.
func (m *machineAct) pass() error {
	border := text.Border{Longest: text.MaxLine}
	for name, said := range map[string]*string{"--by": &m.by, "--reason": &m.reason} {
		passed, err := border.Pass(*said)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*said = passed
	}
	return nil
}

// withStaff makes the RunE of a command that changes administrators. run prints the command's result.
func (m *machineAct) withStaff(
	run func(ctx context.Context, out io.Writer, s *wiring.Staff, email string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		if m.by == "" || m.reason == "" {
			return errors.New("--by and --reason: say who does it, and why")
		}
		if err := m.pass(); err != nil {
			return err
		}
		config, err := config.Load()
		if err != nil {
			return err
		}
		s, err := wiring.OpenStaff(cmd.Context(), config)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close(cmd.Context())) }()
		return run(s.As(cmd.Context(), m.by), cmd.OutOrStdout(), s, args[0])
	}
}

func adminCreateCommand() *cobra.Command {
	var m machineAct
	var role string
	cmd := &cobra.Command{
		Use:   "create EMAIL --reason WHY [--role ROLE] [--by NAME]",
		Short: "Create an administrator, and print the password once",
		Args:  cobra.ExactArgs(1),
		RunE: m.withStaff(func(ctx context.Context, out io.Writer, s *wiring.Staff, email string) error {
			created, password, err := s.CreateWithPassword(ctx, email, role, m.reason)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "%s is an administrator with the role %s, password %s (shown this once).\n",
				created.Email, created.Role, password)
			return err
		}),
	}
	m.flags(cmd)
	cmd.Flags().StringVar(&role, "role", admin.RoleAdmin, "what they may do: admin, support or auditor")
	return cmd
}

func adminResetPasswordCommand() *cobra.Command {
	var m machineAct
	var secondFactor bool
	cmd := &cobra.Command{
		Use:   "reset-password EMAIL --reason WHY [--second-factor] [--by NAME]",
		Short: "Give an administrator a new password, print it once, and end the sessions",
		Args:  cobra.ExactArgs(1),
		RunE: m.withStaff(func(ctx context.Context, out io.Writer, s *wiring.Staff, email string) error {
			found, password, err := s.ResetPasswordOf(ctx, email, secondFactor, m.reason)
			if err != nil {
				return err
			}
			if found.Disabled {
				_, err = fmt.Fprintf(out, "%s is disabled: another administrator enables them.\n", found.Email)
			}
			_, printErr := fmt.Fprintf(out, "The password of %s is %s (shown this once).\n", found.Email, password)
			return errors.Join(err, printErr)
		}),
	}
	m.flags(cmd)
	cmd.Flags().BoolVar(&secondFactor, "second-factor", false, "remove the second factor, too")
	return cmd
}
