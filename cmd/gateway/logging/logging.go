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

// New writes structured lines to stderr, from LOG_LEVEL up; its first ones warn of
// variables that are set and not read. Log lines name things by
// id, and hold no secret and no personal data.
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

// ErrorLog turns the lines of a library into lines of logger, one for one.
func ErrorLog(logger *logrus.Entry) *log.Logger { return log.New(lineWriter{logger}, "", 0) }

// lineWriter writes each line as a warning. It starts no goroutine, as logrus' own writer does.
type lineWriter struct{ logger *logrus.Entry }

// Write implements io.Writer.
func (w lineWriter) Write(line []byte) (int, error) {
	w.logger.WithField("part", "library").Warn(strings.TrimRight(string(line), "\n"))
	return len(line), nil
}

// LogStop leaves an error to the caller of Run, who says it once.
func LogStop(logger *logrus.Entry, err error) {
	if err == nil {
		logger.Info("the gateway has stopped")
	}
}

// JSONLines turns what is written for a person at a terminal into lines of JSON on out, one for each
// write.
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

// RedirectLibraries has libraries that write to Go's standard logger, or to logrus' own, write lines
// of the gateway's log. It is for the process as a whole: main calls it once.
func RedirectLibraries(c config.Config) {
	logger := New(c.Quiet()) // Run warns
	log.SetFlags(0)
	log.SetOutput(lineWriter{logger})
	logrus.SetFormatter(logger.Logger.Formatter)
	logrus.SetLevel(logger.Logger.GetLevel())
}

// LogFailure writes why a command failed as a line of the log, where LOG_FORMAT asks for JSON. It
// reports whether it has.
func LogFailure(format string, err error) bool {
	if format != JSONFormat {
		return false
	}
	logger := New(config.Config{LogFormat: format, LogLevel: "error"})
	logger.WithError(err).Error("the command failed")
	return true
}
