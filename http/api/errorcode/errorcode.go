// Package errorcode is the table of the codes in `data.error_code`, the errors of the API. The API's
// description, the guide to errors, `doc_url` and the advice in messages are made from it. It knows no feature
// and no handler.
package errorcode

import (
	"slices"
	"strings"
)

// Error describes one code.
type Error struct {
	// Code is a stable snake_case word.
	Code string
	// Status is the HTTP status that comes with it.
	Status int
	// Summary says what the code means, for the description.
	Summary string
	// Message is an example of the message, without the field and the advice.
	Message string
	// Field is an example of the wrong field, empty if the error does not name one.
	Field string
	// Next tells the caller in whole sentences what to do next. It is empty if the message says it.
	Next string
}

// Group is one section of the table, as the guide to errors shows it.
type Group struct {
	Title  string
	Errors []Error
}

// Groups returns the whole table in the guide's order.
func Groups() []Group {
	return []Group{
		{"The request", ofRequest},
		{"Who calls, and what that caller may do", ofWho},
		{"Payments, payouts and tickets", ofPayments},
		{"The service", ofService},
		{"Administrators", ofAdmin},
		{"The provider's notifications", ofProvider},
	}
}

// All returns every code in the order of Groups.
func All() (all []Error) {
	for _, g := range Groups() {
		all = append(all, g.Errors...)
	}
	return all
}

var byCode = func() map[string]Error {
	known := make(map[string]Error)
	for _, e := range All() {
		known[e.Code] = e
	}
	return known
}()

// Find returns the error with the code.
func Find(code string) (Error, bool) {
	e, ok := byCode[code]
	return e, ok
}

// Advise appends to a message what to do next. It returns the message unchanged if the table has no advice, or
// the message contains it already.
func Advise(code, message string) string {
	next := byCode[code].Next
	if next == "" || strings.Contains(message, next) {
		return message
	}
	if strings.HasSuffix(message, "?") {
		return message + " " + next
	}
	return strings.TrimSuffix(message, ".") + ". " + next
}

// Example is the whole example message of a code, with the advice.
func (e Error) Example() string {
	message := e.Message
	if e.Field != "" {
		message = e.Field + ": " + message
	}
	return Advise(e.Code, message)
}

// everywhere are the codes that any operation may answer with, even if its description does not name them.
var everywhere = []string{
	"no_such_path", "method_not_allowed", "unavailable", "internal", "wrong_content_type", "realtime_full",
	"too_many_requests",
}

// Everywhere reports whether any path may answer with the code, even if the description does not name it.
func Everywhere(code string) bool { return slices.Contains(everywhere, code) }
