package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gateway/cmd/gateway/wiring"

	"github.com/spf13/cobra"
)

// printAs prints in the format named by --format, one of those that the command supports.
func printAs(out io.Writer, format string, formats map[string]func(io.Writer) error) error {
	write, ok := formats[format]
	if !ok {
		return fmt.Errorf("--format %s is not one of those that --help names", format)
	}
	return write(out)
}

// moment parses the flag --at: a time, a day or a month, which mean their ends as the closing of the month has them. An
// empty value is the zero time, which means now.
func moment(ctx context.Context, t *wiring.Tools, at string) (time.Time, error) {
	if _, _, err := t.Calendar.Month("--at", at); err != nil {
		return t.Core().Moment(ctx, "--at", at, true)
	}
	span, err := t.Core().SpanOf(ctx, "--at", at)
	return span.Until.Add(-time.Nanosecond), err
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// clientFlag adds the required flag --client.
func clientFlag(cmd *cobra.Command, client *int64) {
	cmd.Flags().Int64Var(client, "client", 0, "id of the client")
	_ = cmd.MarkFlagRequired("client") // fails only for an unknown flag
}

// printLine prints JSON on one line.
func printLine(out io.Writer, v any) error { return json.NewEncoder(out).Encode(v) }

// inputFile opens a file for reading. The name - means standard input.
func inputFile(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// writeFile writes a file under a temporary name, and renames it when it is complete and on disk. The name -
// means stdout.
func writeFile(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	part, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".part-*")
	if err != nil {
		return err
	}
	if err := errors.Join(write(part), part.Sync(), part.Close()); err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return os.Rename(part.Name(), name)
}
