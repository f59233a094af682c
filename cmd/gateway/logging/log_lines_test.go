package logging

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sirupsen/logrus"
)

func TestNoTextInALineOfTheLogIsMoreThanText(t *testing.T) {
	t.Parallel()
	const hostile = "a\u202eb\u009b31m\x1b[2Jc\x7f\u2066d\nlevel=error msg=forged"
	for name, formatter := range map[string]logrus.Formatter{
		"json": &logrus.JSONFormatter{}, "text": &logrus.TextFormatter{}, "terminal": &logrus.TextFormatter{ForceColors: true, FullTimestamp: true},
	} {
		var out bytes.Buffer
		l := logrus.New()
		l.SetOutput(&out)
		l.SetFormatter(safeLines{formatter})
		l.WithError(errors.New(hostile)).WithField("problem", hostile).Warn(strings.ReplaceAll(hostile, "\n", " "))
		line := out.String()
		for _, colour := range []string{"\x1b[33m", "\x1b[0m"} { // colours of the formatter for terminals
			line = strings.ReplaceAll(line, colour, "")
		}
		if strings.ContainsAny(line, "\u202e\u009b\x1b\x7f\u2066") || strings.Count(line, "\n") != 1 {
			t.Errorf("%s: %q", name, line)
		}
		if name != "json" {
			continue
		}
		var read map[string]string
		if err := json.Unmarshal(out.Bytes(), &read); err != nil || read["problem"] != hostile {
			t.Errorf("the line says %q, %v", read["problem"], err)
		}
	}
}
