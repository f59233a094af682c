package envelope

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"gateway/domain"
	"gateway/eventstore"

	"github.com/gin-gonic/gin"
)

// Answer is the shape of every JSON answer (API reference: the schema Envelope).
type Answer struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	// Code equals the HTTP status.
	Code int `json:"code"`
	// Data is {} where there is nothing to say, never null.
	Data any `json:"data"`
	// Meta is present only in answers with a page of a list.
	Meta *Meta `json:"meta,omitempty"`
}

// Meta describes a page of a list.
type Meta struct {
	Total       int64 `json:"total"`
	PerPage     int   `json:"per_page"`
	CurrentPage int   `json:"current_page"`
	LastPage    int   `json:"last_page"`
}

// Problem is the data of an error: a stable code, and the field that is wrong, if one is.
type Problem struct {
	ErrorCode string `json:"error_code"`
	Field     string `json:"field,omitempty"`
}

// OK answers 200 with data.
func OK(c *gin.Context, data any) {
	write(c, http.StatusOK, Answer{Success: true, Message: "OK", Code: http.StatusOK, Data: data})
}

// Respond answers 200 with data, or with err where there is one.
func Respond(c *gin.Context, data any, err error) {
	if err != nil {
		Fail(c, err)
		return
	}
	OK(c, data)
}

// RespondList answers 200 with one page of a list, or with err where there is one.
// total counts the rows of all pages.
func RespondList(c *gin.Context, rows any, p Page, total int64, err error) {
	if err != nil {
		Fail(c, err)
		return
	}
	List(c, rows, p, total)
}

// Created answers 201 with data.
func Created(c *gin.Context, data any) {
	write(c, http.StatusCreated, Answer{Success: true, Message: "Created", Code: http.StatusCreated, Data: data})
}

// Accepted answers 202 with data: the approval that was asked for in place of what the
// operation does.
func Accepted(c *gin.Context, data any) {
	write(c, http.StatusAccepted, Answer{Success: true, Message: "Accepted", Code: http.StatusAccepted, Data: data})
}

// List answers 200 with one page of a list.
func List(c *gin.Context, data any, p Page, total int64) {
	write(c, http.StatusOK, Answer{
		Success: true, Message: "OK", Code: http.StatusOK, Data: data,
		Meta: &Meta{Total: total, PerPage: p.PerPage, CurrentPage: p.Number, LastPage: p.last(total)},
	})
}

// write encodes the answer before it sends the status: an answer that can't be encoded
// is a 500, never a success without a body.
func write(c *gin.Context, status int, answer Answer) {
	if answer.Data == nil {
		answer.Data = struct{}{}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		_ = c.Error(fmt.Errorf("encode the answer: %w", err)) // returns what it was given
		status, answer = Failure(err)
		body, _ = json.Marshal(answer) // strings and numbers only
	}
	c.Data(status, "application/json; charset=utf-8", body)
}

var statuses = map[domain.Kind]int{
	domain.Invalid:      http.StatusBadRequest,
	domain.Unauthorized: http.StatusUnauthorized,
	domain.Forbidden:    http.StatusForbidden,
	domain.NotFound:     http.StatusNotFound,
	domain.Conflict:     http.StatusConflict,
	domain.TooMany:      http.StatusTooManyRequests,
	domain.Upstream:     http.StatusBadGateway,
	domain.Busy:         http.StatusServiceUnavailable,
}

// Fail ends the request with the answer for err. A refusal is shown to the caller. For any
// other error the answer is a 500 or 503 that tells no cause; the error goes to the log,
// by gin's error list.
func Fail(c *gin.Context, err error) {
	status, answer := Failure(err)
	var limited interface{ RetryAfter() int }
	if errors.As(err, &limited) {
		c.Header("Retry-After", strconv.Itoa(limited.RetryAfter()))
	}
	if status >= http.StatusInternalServerError {
		_ = c.Error(err) // returns what it was given
	}
	c.Abort()
	write(c, status, answer)
}

// Failure gives the status and the answer for err.
func Failure(err error) (int, Answer) {
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal):
		return refused(statuses[refusal.Kind], refusal.Code, refusal.Field, message(refusal))
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, eventstore.ErrUnavailable), errors.Is(err, eventstore.ErrClosed):
		return refused(http.StatusServiceUnavailable, "unavailable", "", "the service can't answer now, try again")
	}
	return refused(http.StatusInternalServerError, "internal", "", "server error")
}

// Refuse ends the request with a status and code of the HTTP layer, such as a 404 for an
// unknown path.
func Refuse(c *gin.Context, status int, code, message string) {
	_, answer := refused(status, code, "", message)
	c.Abort()
	write(c, status, answer)
}

// NoSuchPath ends the request with the 404 for an unknown path.
func NoSuchPath(c *gin.Context) {
	Refuse(c, http.StatusNotFound, "no_such_path", "there is no such path")
}

func refused(status int, code, field, message string) (int, Answer) {
	return status, Answer{Message: message, Code: status, Data: Problem{ErrorCode: code, Field: field}}
}

func message(r *domain.Refusal) string {
	if r.Field == "" {
		return r.Message
	}
	return r.Field + ": " + r.Message
}
