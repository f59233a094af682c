package centrifugo

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gateway/test/poll"

	"go.yaml.in/yaml/v3"
)

// The secrets of the server and the gateway.
const (
	apiKey      = "the key of Centrifugo's API"
	tokenSecret = "the secret of Centrifugo's tokens"
	publicURL   = "http://shop.test"
)

// namesOfV5 maps the settings of the shipped version 6 to their names in version 5.
var namesOfV5 = map[string]string{
	"CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY": "CENTRIFUGO_TOKEN_HMAC_SECRET_KEY",
	"CENTRIFUGO_HTTP_API_KEY":                 "CENTRIFUGO_API_KEY",
	"CENTRIFUGO_CLIENT_ALLOWED_ORIGINS":       "CENTRIFUGO_ALLOWED_ORIGINS",
	"CENTRIFUGO_CHANNEL_NAMESPACES":           "CENTRIFUGO_NAMESPACES",
}

// server is a Centrifugo of version 5 on loopback.
type server struct {
	addr, program string
	settings      []string

	process *exec.Cmd // nil if none runs
	said    bytes.Buffer
}

// startServer starts the Centrifugo that the Makefile built. Without one the test is skipped.
func startServer(t *testing.T) *server {
	t.Helper()
	found, err := filepath.Glob("../../bin/tools/centrifugo-v5*")
	if err != nil || len(found) == 0 {
		t.Skip("there is no Centrifugo: make test PKG=./test/centrifugo builds it, where its module can be downloaded")
	}
	program, err := filepath.Abs(found[len(found)-1])
	if err != nil {
		t.Fatal(err)
	}
	s := &server{addr: freeAddr(t), program: program, settings: shippedSettings(t)}
	s.start(t)
	t.Cleanup(func() {
		s.stop(t)
		if t.Failed() {
			t.Logf("centrifugo said:\n%s", s.said.String())
		}
	})
	return s
}

// shippedSettings are the settings in deploy/compose.centrifugo.yaml, by their names in version 5.
func shippedSettings(t *testing.T) (settings []string) {
	t.Helper()
	raw, err := os.ReadFile("../../deploy/compose.centrifugo.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct{ Environment map[string]string }
	}
	if err := yaml.Unmarshal(raw, &compose); err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("${CENTRIFUGO_TOKEN_SECRET:?}", tokenSecret, "${CENTRIFUGO_API_KEY:?}", apiKey, "${PUBLIC_URL:?}", publicURL)
	shipped := compose.Services["centrifugo"].Environment
	if len(shipped) != len(namesOfV5) {
		t.Errorf("%d settings are shipped, and %d known", len(shipped), len(namesOfV5))
	}
	for name, value := range shipped {
		if namesOfV5[name] == "" {
			t.Errorf("the name of %s in version 5 is not known", name)
		}
		settings = append(settings, namesOfV5[name]+"="+values.Replace(value))
	}
	return settings
}

func (s *server) url() string { return "http://" + s.addr }

func (s *server) start(t *testing.T) {
	t.Helper()
	host, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	s.process = exec.Command(s.program, "--address", host, "--port", port, "--health", "--log_level", "info")
	s.process.Dir, s.process.Env = t.TempDir(), append(s.settings, "HOME="+t.TempDir())
	s.process.Stdout, s.process.Stderr = &s.said, &s.said
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	poll.Within(t, time.Minute, "centrifugo answers", func() (bool, any) {
		answer, err := client.Get(s.url() + "/health")
		if err != nil {
			return false, err
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK, fmt.Sprint(answer.StatusCode)
	})
}

func (s *server) stop(t *testing.T) {
	t.Helper()
	if s.process == nil {
		return
	}
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	_ = s.process.Wait() // it ends by a signal
	s.process = nil
}

// freeAddr returns an address of this machine that is free now.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
