package installation

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
)

// quickClient asks an instance that may be frozen.
var quickClient = &http.Client{Timeout: time.Second}

// Get returns status 0 if there is no answer.
func (i *Instance) Get(path string) (status int, body string) {
	res, err := quickClient.Get("http://" + i.Addr + path)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, string(text)
}

// AwaitReady waits until the instance says that it is ready.
func (i *Instance) AwaitReady(t *testing.T) {
	t.Helper()
	poll.Within(t, ReadyWithin, "the instance is ready", func() (bool, any) {
		select {
		case err := <-i.exited:
			i.process = nil
			t.Fatalf("the instance ended by itself: %v", err)
		default:
		}
		status, body := i.Get("/readyz")
		return status == http.StatusOK, body
	})
}

// Leads reads from the instance's metrics whether it leads. known is false if there is no answer. Any goroutine
// may call it.
func (i *Instance) Leads() (leads, known bool) {
	value, known := i.Metrics()["gateway_leader"]
	return value == 1, known
}

// Metrics returns the metrics of the instance by name; of a metric with labels, the largest value. It is empty
// if there is no answer. Any goroutine may call it.
func (i *Instance) Metrics() map[string]float64 {
	values := make(map[string]float64)
	_, text := i.Get("/metrics")
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, _, labelled := strings.Cut(name, "{")
		if at := strings.LastIndexByte(value, ' '); labelled && at >= 0 { // a label may contain spaces
			value = value[at+1:]
		}
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			values[name] = max(values[name], v)
		}
	}
	return values
}

// AwaitFollowing waits until the instance says that it does not lead.
func (i *Instance) AwaitFollowing(t *testing.T, within time.Duration) {
	t.Helper()
	poll.Within(t, within, "the instance follows", func() (bool, any) {
		leads, known := i.Leads()
		return known && !leads, nil
	})
}

// Output is what the instance has printed since it was made, on stdout and stderr.
func (i *Instance) Output(t *testing.T) string {
	t.Helper()
	said, err := os.ReadFile(i.out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// outputShown is how many bytes of an instance's output a failed test shows.
const outputShown = 64 << 10

// checkOutput fails the test if the instance found a data race, and shows the output if the test has failed.
func (i *Instance) checkOutput(t *testing.T) {
	t.Helper()
	said, err := os.ReadFile(i.out.Name())
	if err != nil {
		t.Error(err)
	}
	if at := bytes.Index(said, []byte("WARNING: DATA RACE")); at >= 0 {
		t.Errorf("an instance found a data race:\n%s", said[at:min(len(said), at+outputShown)])
	} else if t.Failed() && len(said) > 0 {
		t.Logf("the instance at %s said:\n%s", i.Addr, said[max(0, len(said)-outputShown):])
	}
}
