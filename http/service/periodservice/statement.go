package periodservice

import (
	"context"
	"io"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/projections/audit/auditpackage"
)

// ErrOpen refuses the statement of a month that is not closed.
var ErrOpen = &domain.Refusal{Kind: domain.Conflict, Code: "period_open", Field: "period", Message: "the month is not closed"}

// Statement returns what writes the statement of a closed month, a CSV file whose last row signs the others. Only the
// event period.closed.v1 and the key that signed its checkpoint decide its bytes. Refusals: invalid_field period, ErrOpen.
func (p Periods) Statement(ctx context.Context, name string) (func(out io.Writer) error, error) {
	m, err := p.Closed(ctx, name)
	if err != nil {
		return nil, err
	}
	return func(out io.Writer) error {
		return auditpackage.WriteStatement(out, m, p.Notary.Key().Signing(m.Checkpoint))
	}, nil
}

// Closed returns a month as it was closed. Refusals: invalid_field period, ErrOpen.
func (p Periods) Closed(ctx context.Context, name string) (period.Closed, error) {
	m, err := p.month(ctx, name)
	switch {
	case err != nil:
		return period.Closed{}, err
	case m.Closed == nil:
		return period.Closed{}, ErrOpen
	}
	return *m.Closed, nil
}
