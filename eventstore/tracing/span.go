package tracing

import (
	"errors"
	"fmt"

	"gateway/domain"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Span is one step. The zero value records nothing. Only one goroutine may use it.
type Span struct{ span trace.Span }

// Text adds an attribute. The value must not be personal data or a secret.
func (s Span) Text(key, value string) {
	if s.span != nil && value != "" {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// Number adds an attribute.
func (s Span) Number(key string, value int64) {
	if s.span != nil {
		s.span.SetAttributes(attribute.Int64(key, value))
	}
}

// Rename replaces the name.
func (s Span) Rename(name string) {
	if s.span != nil {
		s.span.SetName(name)
	}
}

// Fail marks the step as failed. kind must be a word or a type, not the text of an error.
func (s Span) Fail(kind string) {
	if s.span != nil {
		s.span.SetAttributes(attribute.String("error.type", kind))
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the step. An error marks it as failed and records only its type, because its text may quote what a
// client sent. A refusal is no failure; only its code is recorded.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal):
		s.span.SetAttributes(attribute.String("refusal", refusal.Code))
	case err != nil:
		s.Fail(fmt.Sprintf("%T", innermost(err)))
	}
	s.span.End()
}

// innermost returns the innermost wrapped error.
func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
