package envelope

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/api/errorcode"

	"github.com/gin-gonic/gin"
)

// Refuse ends the request with a status and a code of the HTTP layer, such as a 404 for an unknown path.
func Refuse(c *gin.Context, status int, code, message string) {
	_, answer := refused(status, code, message)
	refuse(c, status, answer)
}

// NoSuchPath ends the request with the 404 for an unknown path.
func NoSuchPath(c *gin.Context) {
	Refuse(c, http.StatusNotFound, "no_such_path", "there is no such path")
}

// The refusal of an instance that has stopped because it does not accept its log.
const (
	codeSuspended    = "log_suspended"
	messageSuspended = "the service stands still: its log may lack what it acknowledged"
)

// RefuseSuspended ends the request with a 503: the instance does not accept its log, and does nothing until an
// operator accepts the log or restores the former one.
func RefuseSuspended(c *gin.Context) {
	Refuse(c, http.StatusServiceUnavailable, codeSuspended, messageSuspended)
}

// guideKey is the key in a request's context for the address of the guide to errors.
const guideKey = "guide_to_errors"

// SetGuide sets the address of the guide to errors. The doc_url of the request's errors is that address with
// the code as its fragment.
func SetGuide(c *gin.Context, url string) { c.Set(guideKey, url) }

func refuse(c *gin.Context, status int, answer Answer) {
	c.Abort()
	problem, isProblem := answer.Data.(Problem)
	if guide := c.GetString(guideKey); guide != "" && isProblem {
		problem.DocURL = guide + "#" + problem.ErrorCode
		answer.Data = problem
	}
	write(c, status, answer)
}

// failure returns the status and the answer for err.
func failure(err error) (int, Answer) {
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal):
		status, answer := refused(statuses[refusal.Kind], refusal.Code, messageOf(refusal))
		answer.Data = Problem{ErrorCode: refusal.Code, Field: refusal.Field, Errors: wrongFields(refusal)}
		return status, answer
	case errors.Is(err, eventstore.ErrSuspect):
		return refused(http.StatusServiceUnavailable, codeSuspended, messageSuspended)
	case errors.Is(err, eventstore.ErrArchive):
		return refused(http.StatusServiceUnavailable, "unavailable", "this needs old events, and the log's archive can't be read now")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, eventstore.ErrUnavailable), errors.Is(err, eventstore.ErrClosed):
		return refused(http.StatusServiceUnavailable, "unavailable", "the service can't answer now")
	}
	return refused(http.StatusInternalServerError, "internal", "server error")
}

// refused makes the answer of a refusal. Its message ends with what to do next.
func refused(status int, code, message string) (int, Answer) {
	return status, Answer{Message: errorcode.Advise(code, message), Code: status, Data: Problem{ErrorCode: code}}
}

func wrongFields(r *domain.Refusal) (all []WrongField) {
	if r.Kind != domain.Invalid {
		return nil
	}
	for _, one := range r.Fields() {
		all = append(all, WrongField{one.Field, one.Message})
	}
	return all
}

// messageOf lists each wrong field with what is wrong with it.
func messageOf(r *domain.Refusal) string {
	if r.Field == "" {
		return r.Message
	}
	var all []string
	for _, one := range r.Fields() {
		all = append(all, one.Field+": "+cmp.Or(one.Brief, one.Message))
	}
	return strings.Join(all, "; ")
}
