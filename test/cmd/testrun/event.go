package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

// event is a line of `go test -json`; `go doc test2json` describes it.
type event struct {
	Time    time.Time
	Action  string
	Package string
	Test    string // empty if the event concerns the package as a whole
	Output  string
}

// text is the action of a line that is not an event, such as a message of the go command.
const text = "text"

// decode reads the events until the input ends. Lines may be of any length.
func decode(in io.Reader, events chan<- event) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			e := event{}
			if !bytes.HasPrefix(line, []byte("{")) || json.Unmarshal(line, &e) != nil {
				e = event{Action: text, Output: string(line)}
			}
			events <- e
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// top is the test function that the event's test belongs to.
func (e event) top() string {
	name, _, _ := strings.Cut(e.Test, "/")
	return name
}
