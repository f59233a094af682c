package strangers

import (
	"net/http"

	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// retryAfter is the header Retry-After of refusals, in seconds.
const retryAfter = "1"

// Refusal says why a request or a connection was refused.
type Refusal struct {
	// Status is 429 for the limit of one address, 503 for that of all. Code is that of package errorcode.
	Status  int
	Code    string
	Message string
}

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

// Answer ends the request with the refusal. It is not logged as a failure: strangers could fill the log.
func (r *Refusal) Answer(c *gin.Context) {
	SetRetry(c)
	envelope.Refuse(c, r.Status, r.Code, r.Message)
}

// SetRetry sets the header Retry-After of a refusal that is answered in another way.
func SetRetry(c *gin.Context) { c.Header("Retry-After", retryAfter) }

func tooMany(what string) *Refusal {
	return &Refusal{http.StatusTooManyRequests, "too_many_requests", "too many " + what + " from this address at once"}
}

func noRoom(what string) *Refusal {
	return &Refusal{http.StatusServiceUnavailable, "unavailable", "the service has all the " + what + " that it takes at once"}
}

// refusalOf returns the refusal of a verdict, nil for admitted.
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
