package app

import (
	"os"

	"github.com/sirupsen/logrus"
)

// newLogger writes to stderr, structured, and only from LOG_LEVEL up. What is
// logged names things by id, and never holds a secret or personal data.
func newLogger(c Config) *logrus.Entry {
	l := logrus.New()
	l.SetOutput(os.Stderr)
	if level, err := logrus.ParseLevel(c.LogLevel); err == nil { // checked by Config.Check
		l.SetLevel(level)
	}
	if c.LogFormat == "json" {
		l.SetFormatter(&logrus.JSONFormatter{})
	} else {
		l.SetFormatter(&logrus.TextFormatter{FullTimestamp: true})
	}
	return logrus.NewEntry(l)
}
