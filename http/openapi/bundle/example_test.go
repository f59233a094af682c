package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

const recorded = `request: {subject: Help}
answer: {success: true, message: OK, code: 200, data: {id: 7}}
`

// withExample bundles a small description with a recorded example of its one operation.
func withExample(t *testing.T, name, text string) (document string, notes []string, err error) {
	t.Helper()
	dir := fstest.MapFS{
		"common.yaml": {Data: []byte(`openapi: 3.1.0
info: {title: T, version: 1.0.0}
tags: [{name: Tickets}]
components:
  headers: {RequestId: {schema: {type: string}}}
  schemas: {Envelope: {type: object}, Ticket: {type: object, required: [id], properties: {id: {type: integer}}}}
`)},
		"tickets.yaml": {Data: []byte(`tag: Tickets
paths:
  /tickets:
    post:
      operationId: openTicket
      requestBody: {schema: Ask, required: true}
      responses: {201: {description: It., data: Ticket}}
components:
  schemas: {Ask: {type: object, properties: {subject: {type: string}}}}
`)},
		"examples/" + name: {Data: []byte(text)},
	}
	out, notes, err := describe(dir)
	return string(out), notes, err
}

func TestARecordedExampleComesIntoItsOperation(t *testing.T) {
	t.Parallel()
	out, notes, err := withExample(t, "openTicket.yaml", recorded)
	if err != nil || len(notes) > 0 || strings.Count(out, "example:") != 2 || !strings.Contains(out, "subject: Help") {
		t.Errorf("%v %v\n%s", err, notes, out)
	}
}

func TestAnExampleThatNoLongerFitsIsLeftOutAndNamed(t *testing.T) {
	t.Parallel()
	out, notes, err := withExample(t, "openTicket.yaml", strings.Replace(recorded, "id: 7", "number: 7", 1))
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "openTicket.yaml") || strings.Contains(out, "example:") {
		t.Errorf("%v %v\n%s", err, notes, out)
	}
}

func TestAnExampleOfNoOperationIsRefused(t *testing.T) {
	t.Parallel()
	if _, _, err := withExample(t, "closeTicket.yaml", recorded); err == nil || !strings.Contains(err.Error(), "closeTicket") {
		t.Errorf("%v", err)
	}
}
