package main

import (
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// This test is not parallel, because it changes the process's arguments, standard error and library loggers.
func TestServeSaysOnceWhatIsWrong(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	t.Setenv("HTTP_ADDR", taken.Addr().String())
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("LOG_LEVLE", "info")
	for _, format := range []string{"text", "json"} {
		t.Setenv("LOG_FORMAT", format)
		said := standardErrorOf(t, "gateway", "serve")
		for _, once := range []string{"LOG_LEVLE is not read: did you mean LOG_LEVEL?", "address already in use"} {
			if strings.Count(said, once) != 1 {
				t.Errorf("%s: want %q once in\n%s", format, once, said)
			}
		}
	}
}

// standardErrorOf runs the program with the arguments and returns its standard error.
func standardErrorOf(t *testing.T, args ...string) string {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	formerArgs, formerError := os.Args, os.Stderr
	os.Args, os.Stderr = args, file
	code := run()
	os.Args, os.Stderr = formerArgs, formerError
	log.SetOutput(os.Stderr)
	said, err := os.ReadFile(file.Name())
	if code != 1 || err != nil {
		t.Errorf("exit code %d, %v", code, err)
	}
	return string(said)
}
