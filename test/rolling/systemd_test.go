package rolling

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/test/installation"
)

// The test acts as systemd: it listens on the socket that a unit of Type=notify gets.
func TestSystemdIsToldOfTheStartTheWatchdogAndTheStop(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	said := make(chan string, 1000)
	go func() {
		defer close(said)
		for message := make([]byte, 4096); ; {
			n, err := socket.Read(message)
			if err != nil {
				return
			}
			said <- string(message[:n])
		}
	}()
	hears := func(what string) {
		t.Helper()
		for end := time.After(installation.ReadyWithin); ; {
			select {
			case m := <-said:
				if strings.HasPrefix(m, what) {
					return
				}
			case <-end:
				t.Fatalf("systemd never hears %s", what)
			}
		}
	}
	in := installation.New(t, installation.Options{Settings: []string{"NOTIFY_SOCKET=" + path, "WATCHDOG_USEC=300000"}})
	hears("EXTEND_TIMEOUT_USEC=")
	hears("READY=1")
	hears("WATCHDOG=1")
	in.Instances[0].Freeze(t)
	drainMessages(said)
	select {
	case m := <-said:
		t.Errorf("a frozen process says %s", m)
	case <-time.After(time.Second): // longer than the watchdog's interval: systemd would have killed the process
	}
	in.Instances[0].Thaw(t)
	hears("WATCHDOG=1")
	in.Instances[0].Terminate()
	hears("STOPPING=1")
	in.Instances[0].AwaitEnd(t)
}

func drainMessages(said <-chan string) {
	for {
		select {
		case <-said:
		case <-time.After(100 * time.Millisecond): // everything that was sent before the freeze has arrived
			return
		}
	}
}

// TestWhatKillsAProcessWaitsAsLongAsAStopMayTake compares this one figure in all its places.
func TestWhatKillsAProcessWaitsAsLongAsAStopMayTake(t *testing.T) {
	for file, pattern := range map[string]string{
		"gateway.service": `(?m)^TimeoutStopSec=60$`, "compose.yaml": `(?m)^  stop_grace_period: 60s$`,
		"OPERATIONS.md": `ends within 60 s`,
	} {
		text, err := os.ReadFile(filepath.Join("../../deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(pattern).Match(text) {
			t.Errorf("%s lacks %s", file, pattern)
		}
	}
	if wiring.StopWithin != time.Minute {
		t.Errorf("a stop may take %v: change the three files", wiring.StopWithin)
	}
}
