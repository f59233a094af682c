package report

import (
	"errors"
	"fmt"
	"testing"
)

// Only what certainly made nothing may be made elsewhere: everything else could be paid twice.
func TestWhatCertainlyMadeNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err   error
		cause string
	}{
		"it never left":                      {&NotSent{errors.New("connection refused")}, "not_sent"},
		"the adapter has no such call":       {fmt.Errorf("no channel: %w", errors.ErrUnsupported), "not_supported"},
		"our key was refused":                {&Refused{Status: 401, Code: "INVALID_API_KEY", OfCredentials: true, OfContract: true}, "INVALID_API_KEY"},
		"the contract lacks the channel":     {&Refused{Status: 403, Code: "CHANNEL_NOT_ACTIVATED", OfCredentials: true, OfContract: true}, "CHANNEL_NOT_ACTIVATED"},
		"the order was refused":              {&Refused{Status: 400, Code: "API_VALIDATION_ERROR", OfOrder: true}, ""},
		"another 403, such as one for fraud": {&Refused{Status: 403, Code: "4032503", OfCredentials: true}, ""},
		"no answer":                          {&Unknown{errors.New("time-out")}, ""},
		"too many requests":                  {&Unknown{errors.New("answered with status 429")}, ""},
		"a float that is empty":              {&FloatEmpty{Code: "INSUFFICIENT_BALANCE"}, ""},
		"an unclassified error":              {errors.New("boom"), ""},
		"no error":                           {nil, ""},
	} {
		if cause, ok := MadeNothing(c.err); cause != c.cause || ok != (c.cause != "") {
			t.Errorf("%s: %q, %v", name, cause, ok)
		}
	}
}
