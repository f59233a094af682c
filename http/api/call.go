// Package api has the types of the API's answers, and one typed call for each operation. It is generated from the
// description in http/openapi. The console calls the API with it.
package api

import (
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"gateway/http/api/envelope"
)

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config ../openapi/answers.yaml -o openapi.gen.go ../openapi/openapi.yaml

// Caller sends requests to the API. path is below /api/v2, and into gets the data of the answer. The errors are the
// caller's: they say that the API refused, or that it did not answer.
type Caller interface {
	// Ask sends a GET. after is the cursor of the next rows of a list; it is empty at the end, and for anything else.
	Ask(path string, query url.Values, into any) (meta envelope.Meta, after string, err error)
	// Send sends a request that changes something. A body of nil is none.
	Send(method, path string, body, into any) error
}

// List is one page of a list.
type List[T any] struct {
	// Data is the rows, or what contains them.
	Data T
	envelope.Meta
	// Next is the parameter `after` that a call asks for the next page with. It is empty at the end.
	Next string
}

func get[T any](c Caller, path string, query url.Values) (data T, err error) {
	_, _, err = c.Ask(path, query, &data)
	return data, err
}

func listed[T any](c Caller, path string, query url.Values) (l List[T], err error) {
	l.Meta, l.Next, err = c.Ask(path, query, &l.Data)
	return l, err
}

// numbered is listed for an operation that has page numbers in place of cursors: Next is the number of the next page.
func numbered[T any](c Caller, path string, query url.Values) (List[T], error) {
	query = maps.Clone(query)
	if number := query.Get("after"); number != "" {
		query.Set("page", number)
	}
	query.Del("after")
	l, err := listed[T](c, path, query)
	l.Next = ""
	if l.CurrentPage < l.LastPage {
		l.Next = strconv.Itoa(l.CurrentPage + 1)
	}
	return l, err
}

func send[T any](c Caller, method, path string, body any) (data T, err error) {
	err = c.Send(method, path, body, &data)
	return data, err
}

// at puts parameters into a path.
func at(format string, params ...string) string {
	escaped := make([]any, len(params))
	for i, param := range params {
		escaped[i] = url.PathEscape(param)
	}
	return fmt.Sprintf(format, escaped...)
}
