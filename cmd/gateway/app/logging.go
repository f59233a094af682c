package app

import (
	"log"
	"os"
	"strings"

	"github.com/sirupsen/logrus"
)

// newLogger writes structured lines to stderr, from LOG_LEVEL up; its first ones warn of
// variables that are set and not read. Log lines name things by
// id, and hold no secret and no personal data.
func newLogger(c Config) *logrus.Entry {
	l := logrus.New()
	l.SetOutput(os.Stderr)
	if level, err := logrus.ParseLevel(c.LogLevel); err == nil { // Config.Check has refused other levels
		l.SetLevel(level)
	}
	if c.LogFormat == "json" {
		l.SetFormatter(&logrus.JSONFormatter{})
	} else {
		l.SetFormatter(&logrus.TextFormatter{FullTimestamp: true})
	}
	for _, warning := range c.warnings {
		l.Warn(warning)
	}
	return logrus.NewEntry(l)
}

// errorLog turns the lines of a library into lines of logger, one for one.
func errorLog(logger *logrus.Entry) *log.Logger { return log.New(lineWriter{logger}, "", 0) }

// lineWriter writes each line as a warning. It starts no goroutine, as logrus' own writer does.
type lineWriter struct{ logger *logrus.Entry }

// Write implements io.Writer.
func (w lineWriter) Write(line []byte) (int, error) {
	w.logger.WithField("part", "library").Warn(strings.TrimRight(string(line), "\n"))
	return len(line), nil
}

func logStop(logger *logrus.Entry, err error) {
	if err != nil {
		logger.WithError(err).Error("the gateway ended with an error")
		return
	}
	logger.Info("the gateway has stopped")
}
