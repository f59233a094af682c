package periodservice_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"gateway/domain/domaintest"
	"gateway/http/service/periodservice"
	"gateway/test/closedmonth"

	"github.com/sirupsen/logrus"
)

// While one package is written, another is refused; then the next one is written.
func TestOnePackageIsWrittenAtATime(t *testing.T) {
	t.Parallel()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	packages := periodservice.NewPackages(closedmonth.Few(t, 1).Source(), logger)
	write := func() func(io.Writer) error {
		write, err := packages.Archive(t.Context(), closedmonth.October)
		if err != nil {
			t.Fatal(err)
		}
		return write
	}
	var out bytes.Buffer
	stopped, second := errors.New("the reader went away"), errors.New("not asked")
	err := write()(writerFunc(func([]byte) (int, error) {
		second = write()(&out)
		return 0, stopped
	}))
	if !errors.Is(err, stopped) || domaintest.Refusal(second) != "busy" || out.Len() > 0 {
		t.Errorf("the first: %v; meanwhile: %v, %d bytes", err, second, out.Len())
	}
	if err := write()(&out); err != nil || out.Len() == 0 {
		t.Errorf("after it: %v, %d bytes", err, out.Len())
	}
	if _, err := packages.Archive(t.Context(), "2026-12"); domaintest.Refusal(err) != "period_open period" {
		t.Errorf("an open month: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(data []byte) (int, error) { return w(data) }
