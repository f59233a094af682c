package simulation

import (
	"fmt"
	"time"

	"github.com/sirupsen/logrus"
)

// story collects what happens in a run, for a person who wants to know why it failed.
type story struct {
	telling bool
	lines   []string
}

// note adds a line to the story.
func (w *world) note(format string, args ...any) {
	if !w.story.telling {
		return
	}
	for i, a := range args {
		if b, ok := a.([]byte); ok {
			args[i] = string(b)
		}
	}
	at := time.Now().UTC().Format("02 15:04:05.000")
	w.story.lines = append(w.story.lines, fmt.Sprintf("%s #%d %s", at, w.steps, fmt.Sprintf(format, args...)))
}

// logHook adds the service's own log to the story.
type logHook struct{ w *world }

// Levels implements logrus.Hook.
func (logHook) Levels() []logrus.Level { return []logrus.Level{logrus.ErrorLevel, logrus.WarnLevel} }

// Fire implements logrus.Hook.
func (h logHook) Fire(e *logrus.Entry) error {
	h.w.note("log: %s %v %v", e.Level, e.Message, e.Data)
	return nil
}
