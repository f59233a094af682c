package envelope

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"gateway/domain"
	"gateway/domain/jsontext"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// Answer is the shape of every JSON answer (schema Envelope in the API reference).
type Answer struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	// Code equals the HTTP status.
	Code int `json:"code"`
	// Data is {} if there is nothing to say, never null.
	Data any `json:"data"`
	// Meta is only present in answers with a page of a list.
	Meta *Meta `json:"meta,omitempty"`
}

// Meta describes one page of a list.
type Meta struct {
	Total       int64 `json:"total"`
	PerPage     int   `json:"per_page"`
	CurrentPage int   `json:"current_page"`
	LastPage    int   `json:"last_page"`
}

// Problem is the data of an error.
type Problem struct {
	// ErrorCode is a code of package errorcode.
	ErrorCode string `json:"error_code"`
	// Field is the first wrong field, if any; Errors lists all wrong fields.
	Field  string       `json:"field,omitempty"`
	Errors []WrongField `json:"errors,omitempty"`
	// DocURL links to the section of the guide about the code.
	DocURL string `json:"doc_url,omitempty"`
}

// WrongField is one wrong field of a request.
type WrongField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// OK answers with data. The status is the one that was set before, by default 200.
func OK(c *gin.Context, data any) { succeed(c, c.Writer.Status(), data, nil) }

// Respond answers as OK does, or with the error err if it is not nil. If data is an approval that was asked for
// instead of the operation, it answers 202.
func Respond(c *gin.Context, data any, err error) {
	if err != nil {
		Fail(c, err)
		return
	}
	if _, accepted := data.(service.Accepted); accepted {
		c.Status(http.StatusAccepted)
	}
	OK(c, data)
}

// RespondList answers 200 with one page of a list, or with the error err if it is not nil. total counts the
// rows of all pages.
func RespondList(c *gin.Context, rows any, p readtable.Page, total int64, err error) {
	if err != nil {
		Fail(c, err)
		return
	}
	succeed(c, http.StatusOK, rows, &Meta{Total: total, PerPage: p.PerPage, CurrentPage: p.Number, LastPage: lastPage(total, p.PerPage)})
}

func lastPage(total int64, perPage int) int {
	return max(1, int((total+int64(perPage)-1)/int64(perPage)))
}

func succeed(c *gin.Context, status int, data any, meta *Meta) {
	write(c, status, Answer{Success: true, Message: http.StatusText(status), Code: status, Data: data, Meta: meta})
}

// write encodes the answer before it sends the status. If the answer can't be encoded, the caller gets a 500,
// never a success without a body.
func write(c *gin.Context, status int, answer Answer) {
	if answer.Data == nil {
		answer.Data = struct{}{}
	}
	buffer := buffers.Get().(*[]byte)
	body, err := answer.append((*buffer)[:0])
	if err != nil {
		_ = c.Error(fmt.Errorf("encode the answer: %w", err)) // returns its argument
		status, answer = failure(err)
		body, _ = answer.append(body[:0]) // only strings and numbers, which always encode
	}
	c.Header("Content-Length", strconv.Itoa(len(body))) // without it, a long body is sent in chunks
	c.Data(status, "application/json; charset=utf-8", body)
	if cap(body) <= keptBuffer {
		*buffer = body
		buffers.Put(buffer)
	}
}

// keptBuffer is the largest buffer, in bytes, that is kept for reuse. Most answers are smaller; larger buffers
// are freed.
const keptBuffer = 64 << 10

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// append appends the answer as JSON. Data that implements jsontext.Appender encodes itself.
func (a Answer) append(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.Bool("success", a.Success)
	o.String("message", a.Message)
	o.Int("code", int64(a.Code))
	if data, ok := a.Data.(jsontext.Appender); ok {
		o.Value("data", data)
	} else {
		o.Other("data", a.Data)
	}
	if a.Meta != nil {
		o.Value("meta", a.Meta)
	}
	return o.End()
}

// AppendJSON implements jsontext.Appender.
func (m *Meta) AppendJSON(b []byte) ([]byte, error) {
	o := jsontext.Begin(b)
	o.Int("total", m.Total)
	o.Int("per_page", int64(m.PerPage))
	o.Int("current_page", int64(m.CurrentPage))
	o.Int("last_page", int64(m.LastPage))
	return o.End()
}

var statuses = map[domain.Kind]int{
	domain.Invalid:      http.StatusBadRequest,
	domain.Unauthorized: http.StatusUnauthorized,
	domain.Forbidden:    http.StatusForbidden,
	domain.NotFound:     http.StatusNotFound,
	domain.Conflict:     http.StatusConflict,
	domain.TooMany:      http.StatusTooManyRequests,
	domain.Upstream:     http.StatusBadGateway,
	domain.Gone:         http.StatusGone,
	domain.Busy:         http.StatusServiceUnavailable,
}

// Fail ends the request with the answer for err. The caller sees a refusal. Any other error becomes a 500 or
// 503 that does not tell the cause; gin's error list carries the error to the log.
func Fail(c *gin.Context, err error) {
	status, answer := failure(err)
	var limited interface{ RetryAfter() int }
	switch {
	case errors.As(err, &limited):
		c.Header("Retry-After", strconv.Itoa(limited.RetryAfter()))
	case status == http.StatusTooManyRequests:
		c.Header("Retry-After", "1") // the message of this code promises the header
	}
	if status >= http.StatusInternalServerError {
		_ = c.Error(err) // returns its argument
	}
	refuse(c, status, answer)
}
