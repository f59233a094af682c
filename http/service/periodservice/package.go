package periodservice

import (
	"context"
	"errors"
	"io"

	"gateway/domain"
	"gateway/projections/audit/auditpackage"

	"github.com/sirupsen/logrus"
)

var (
	errPackageBusy = domain.Refuse(domain.Busy, "busy", "another package is being written, try again later")
	errLogAltered  = domain.Refuse(domain.Conflict, "log_altered", "the log is not what the closing of the month says")
)

// Packages writes what auditors take home of closed months, one at a time: each keeps some bytes for each movement of its
// month in memory. It is safe for concurrent use. Make it with NewPackages.
type Packages struct {
	source  auditpackage.Source
	logger  logrus.FieldLogger
	writing chan struct{}
}

// NewPackages makes the use case.
func NewPackages(source auditpackage.Source, logger logrus.FieldLogger) *Packages {
	return &Packages{source: source, logger: logger, writing: make(chan struct{}, 1)}
}

// Archive returns what writes the package of a closed month, with the bytes that `gateway audit package` writes. Refusals:
// those of auditpackage.Source.Closed. What it returns refuses with busy while another package is written, and with
// log_altered; after the latter, what is written already is of no use.
func (p *Packages) Archive(ctx context.Context, month string) (func(out io.Writer) error, error) {
	write, err := p.source.Archive(ctx, month)
	if err != nil {
		return nil, err
	}
	return func(out io.Writer) error {
		select {
		case p.writing <- struct{}{}:
			defer func() { <-p.writing }()
		default:
			return errPackageBusy
		}
		return p.refuseAltered(write(out))
	}, nil
}

// refuseAltered turns the error about an altered log into a refusal, and tells the operator.
func (p *Packages) refuseAltered(err error) error {
	if !errors.Is(err, auditpackage.ErrChanged) {
		return err
	}
	p.logger.WithError(err).Error("the log was changed after a month was closed")
	return errLogAltered
}
