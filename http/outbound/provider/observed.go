package provider

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gateway/domain/report"
	"gateway/eventstore/tracing"
)

// Call is one request to the provider, after its answer.
type Call struct {
	// Connection names the connection that was asked.
	Connection string
	// Operation is the method and the pattern of the path, such as "POST /qr_codes".
	Operation string
	// Reference is our reference: the transaction_id of a payment, or the reference of a payout. It is empty
	// for a call about neither.
	Reference string
	// Err is nil for a 2xx answer.
	Err      error
	Duration time.Duration
}

// The outcomes of a call.
const (
	OutcomeDone       = "done"
	OutcomeNoRecord   = "no_record"
	OutcomeRefused    = "refused"
	OutcomeFloatEmpty = "float_empty"
	OutcomeUnknown    = "unknown"
)

// Outcome returns one of the five outcomes.
func (c Call) Outcome() string {
	var missing *notFound
	switch {
	case c.Err == nil:
		return OutcomeDone
	case errors.As(c.Err, &missing), errors.Is(c.Err, report.ErrNoRecord):
		return OutcomeNoRecord
	}
	if _, refused := errors.AsType[*report.Refused](c.Err); refused {
		return OutcomeRefused
	}
	if _, empty := errors.AsType[*report.FloatEmpty](c.Err); empty {
		return OutcomeFloatEmpty
	}
	return OutcomeUnknown
}

// Failed reports whether the provider did not do what was asked, or may not have done it.
func (c Call) Failed() bool { return c.Outcome() != OutcomeDone && c.Outcome() != OutcomeNoRecord }

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

// operations are the patterns of the provider's paths. A segment * stands for an id.
var operations = []string{
	"/v2/invoices", "/v2/invoices/*", "/invoices/*/expire!", "/callback_virtual_accounts", "/callback_virtual_accounts/*",
	"/callback_virtual_account_payments/*", "/ewallets/charges", "/ewallets/charges/*", "/qr_codes", "/qr_codes/payments", "/qr_codes/*",
	"/disbursements", "/disbursements/*", "/v2/payouts", "/v2/payouts/*", "/transactions", "/balance", "/refunds", "/refunds/*",
}

// operationOf names a call by its pattern, so that there is a bounded number of names.
func operationOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	for _, pattern := range operations {
		if matches(pattern, path) {
			return method + " " + pattern
		}
	}
	return method + " other"
}

func matches(pattern, path string) bool {
	parts, wanted := strings.Split(path, "/"), strings.Split(pattern, "/")
	if len(parts) != len(wanted) {
		return false
	}
	for i, part := range wanted {
		if part != "*" && part != parts[i] {
			return false
		}
	}
	return true
}

type referenceKey struct{}

// about returns a context that names the payment or payout that its calls are about.
func about(ctx context.Context, reference string) context.Context {
	return context.WithValue(ctx, referenceKey{}, reference)
}

func reference(ctx context.Context) string {
	text, _ := ctx.Value(referenceKey{}).(string) // a call about neither has none
	return text
}
