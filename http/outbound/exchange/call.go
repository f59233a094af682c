package exchange

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"gateway/domain/report"
	"gateway/eventstore/tracing"
)

// Call is one request to a provider, after its answer.
type Call struct {
	// Connection names the connection that was asked.
	Connection string
	// Operation is that of the Request.
	Operation string
	// Reference is that of the Request.
	Reference string
	// Err is nil for an answer that says that it was done.
	Err      error
	Duration time.Duration
}

// The outcomes of a call.
const (
	OutcomeDone       = "done"
	OutcomeNoRecord   = "no_record"
	OutcomeRefused    = "refused"
	OutcomeFloatEmpty = "float_empty"
	OutcomeNotSent    = "not_sent"
	OutcomeUnknown    = "unknown"
)

// Outcome returns one of the six outcomes.
func (c Call) Outcome() string {
	switch {
	case c.Err == nil:
		return OutcomeDone
	case errors.Is(c.Err, report.ErrNoRecord):
		return OutcomeNoRecord
	}
	if _, refused := errors.AsType[*report.Refused](c.Err); refused {
		return OutcomeRefused
	}
	if _, empty := errors.AsType[*report.FloatEmpty](c.Err); empty {
		return OutcomeFloatEmpty
	}
	if _, notSent := errors.AsType[*report.NotSent](c.Err); notSent {
		return OutcomeNotSent
	}
	return OutcomeUnknown
}

// Failed reports whether the provider did not do what was asked, or may not have done it.
func (c Call) Failed() bool { return c.Outcome() != OutcomeDone && c.Outcome() != OutcomeNoRecord }

// Up reports whether the provider answered and accepted our credentials. A refusal of the request itself counts as up.
func (c Call) Up() bool {
	if refused, ok := errors.AsType[*report.Refused](c.Err); ok {
		return !refused.OfCredentials
	}
	return c.Outcome() != OutcomeNotSent && c.Outcome() != OutcomeUnknown
}

// Reason tells why a call failed, without the provider's own words and without the URL, which may name a
// customer.
func (c Call) Reason() string {
	if refused, ok := errors.AsType[*report.Refused](c.Err); ok {
		return fmt.Sprintf("refused with status %d %s", refused.Status, refused.Code)
	}
	if empty, ok := errors.AsType[*report.FloatEmpty](c.Err); ok {
		return "refused with " + empty.Code
	}
	if transport, ok := errors.AsType[*url.Error](c.Err); ok {
		return transport.Err.Error()
	}
	if c.Err == nil {
		return ""
	}
	return c.Err.Error()
}

// describe ends the span of the call.
func (c Call) describe(span tracing.Span) {
	span.Text("reference", c.Reference)
	span.Text("outcome", c.Outcome())
	if c.Failed() {
		span.Fail(c.Outcome())
	}
	span.End(nil)
}
