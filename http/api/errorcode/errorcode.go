// Package errorcode is the table of the codes that an error of the API may have in
// `data.error_code`. The API's description, the guide to errors, `doc_url` and the advice
// in messages come from it. It knows no feature and no handler.
package errorcode

import (
	"slices"
	"strings"
)

// Error is one code.
type Error struct {
	// Code is a stable snake_case word.
	Code string
	// Status is the HTTP status that comes with it.
	Status int
	// Summary says what the code means, for the description.
	Summary string
	// Message is an example of the message, without the field and the advice.
	Message string
	// Field is an example of the wrong field, empty where the error is about none.
	Field string
	// Next advises the caller what to do next: whole sentences, empty where the message says it.
	Next string
}

// Group is a part of the table, as the guide to errors shows it.
type Group struct {
	Title  string
	Errors []Error
}

// Groups gives the whole table in the guide's order.
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

// All gives every code in the order of Groups.
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

// Find gives the error of a code.
func Find(code string) (Error, bool) {
	e, ok := byCode[code]
	return e, ok
}

// Advise gives a message with what to do next after it, unless the table has nothing to
// say, or the message says it already.
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

// Example is the whole message of the example of a code.
func (e Error) Example() string {
	message := e.Message
	if e.Field != "" {
		message = e.Field + ": " + message
	}
	return Advise(e.Code, message)
}

// everywhere are the codes that an operation may answer with without its description
// naming them.
var everywhere = []string{
	"no_such_path", "method_not_allowed", "unavailable", "internal", "wrong_content_type", "realtime_full",
	"too_many_requests",
}

// Everywhere reports whether any path may answer with the code, described or not.
func Everywhere(code string) bool { return slices.Contains(everywhere, code) }
