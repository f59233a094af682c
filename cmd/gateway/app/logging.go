package app

import (
	"os"

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
