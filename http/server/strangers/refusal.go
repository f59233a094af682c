package strangers

import (
	"net/http"

	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// retryAfter is the value of the header Retry-After in refusals, in seconds.
const retryAfter = "1"

// Refusal says why a request or a connection was refused.
type Refusal struct {
	// Status is 429 for the limit of one address and 503 for that of all. Code is a code of package errorcode.
	Status  int
	Code    string
	Message string
}

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

// Answer ends the request with the refusal. It does not log the refusal as a failure, because strangers could
// fill the log.
func (r *Refusal) Answer(c *gin.Context) {
	SetRetry(c)
	envelope.Refuse(c, r.Status, r.Code, r.Message)
}

// SetRetry sets the header Retry-After for a refusal that another function answers.
func SetRetry(c *gin.Context) { c.Header("Retry-After", retryAfter) }

func tooMany(what string) *Refusal {
	return &Refusal{http.StatusTooManyRequests, "too_many_requests", "too many " + what + " from this address at once"}
}

func noRoom(what string) *Refusal {
	return &Refusal{http.StatusServiceUnavailable, "unavailable", "the service has all the " + what + " that it takes at once"}
}

// refusalOf returns the refusal for a verdict, nil for admitted.
func refusalOf(v verdict, what string) *Refusal {
	switch v {
	case addressFull:
		return tooMany(what)
	case allFull:
		return noRoom(what)
	default:
		return nil
	}
}
