package logging

import (
	"io"
	"log"
	"os"
	"strings"

	"gateway/cmd/gateway/config"

	"github.com/sirupsen/logrus"
)

// JSONFormat is the LOG_FORMAT that makes all output JSON.
const JSONFormat = "json"

// New makes a logger that writes structured lines to stderr, from LOG_LEVEL up. Its first lines warn of
// variables that are set but not read. Log lines identify things by id, and contain no secrets and no
// personal data.
func New(c config.Config) *logrus.Entry {
	l := logrus.New()
	l.SetOutput(os.Stderr)
	if level, err := logrus.ParseLevel(c.LogLevel); err == nil { // Config.Check has refused other levels
		l.SetLevel(level)
	}
	if c.LogFormat == JSONFormat {
		l.SetFormatter(safeLines{&logrus.JSONFormatter{}})
	} else {
		l.SetFormatter(safeLines{&logrus.TextFormatter{FullTimestamp: true}})
	}
	for _, warning := range c.Warnings() {
		l.Warn(warning)
	}
	return logrus.NewEntry(l)
}

// ErrorLog returns a standard logger for a library that turns each of its lines into a line of logger.
func ErrorLog(logger *logrus.Entry) *log.Logger { return log.New(lineWriter{logger}, "", 0) }

// lineWriter writes each line as a warning. It starts no goroutine, as logrus' own writer does.
type lineWriter struct{ logger *logrus.Entry }

// Write implements io.Writer.
func (w lineWriter) Write(line []byte) (int, error) {
	w.logger.WithField("part", "library").Warn(strings.TrimRight(string(line), "\n"))
	return len(line), nil
}

// LogStop logs that the gateway has stopped without an error. It leaves an error to the caller of Run, so
// that the error is logged once.
func LogStop(logger *logrus.Entry, err error) {
	if err == nil {
		logger.Info("the gateway has stopped")
	}
}

// JSONLines returns a writer that turns each text written for a person at a terminal into a line of JSON on
// out.
func JSONLines(out io.Writer) io.Writer {
	l := logrus.New()
	l.SetOutput(out)
	l.SetFormatter(safeLines{&logrus.JSONFormatter{}})
	return printedWriter{logrus.NewEntry(l)}
}

type printedWriter struct{ logger *logrus.Entry }

// Write implements io.Writer.
func (w printedWriter) Write(text []byte) (int, error) {
	w.logger.WithField("part", "terminal").Info(strings.TrimRight(string(text), "\n"))
	return len(text), nil
}

// RedirectLibraries makes libraries that use Go's standard logger, or logrus' own, write to the gateway's
// log. It affects the whole process: main calls it once.
func RedirectLibraries(c config.Config) {
	logger := New(c.Quiet()) // Run logs the warnings
	log.SetFlags(0)
	log.SetOutput(lineWriter{logger})
	logrus.SetFormatter(logger.Logger.Formatter)
	logrus.SetLevel(logger.Logger.GetLevel())
}

// LogFailure logs why a command failed, if LOG_FORMAT asks for JSON. It reports whether it did.
func LogFailure(format string, err error) bool {
	if format != JSONFormat {
		return false
	}
	logger := New(config.Config{LogFormat: format, LogLevel: "error"})
	logger.WithError(err).Error("the command failed")
	return true
}
