package auditpackage

import (
	"context"
	"fmt"

	"gateway/domain/period"
	"gateway/eventstore"
)

// reportFile is the file of an audit run.
func reportFile(run int64) string { return "audit-run-" + number(run) + ".json" }

// writeReports writes the reports of the audit runs that the closing names, as they were when the month was closed.
func (p *pack) writeReports(ctx context.Context) error {
	written := map[int64]bool{}
	for _, check := range p.month.Checks {
		for i, hash := range check.Reports {
			run := check.Runs[i]
			if written[run] {
				continue
			}
			written[run] = true
			text, err := p.report(ctx, run, hash)
			if err == nil {
				err = p.archive.text(reportFile(run), text)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// report returns the report of a run with a hash. Error: ErrChanged.
func (p *pack) report(ctx context.Context, run int64, hash string) (string, error) {
	kept, _, err := eventstore.Load(ctx, p.Log, period.Reports, period.ReportStream(hash))
	if err != nil {
		return "", err
	}
	text, ok := kept.Text()
	if !ok || (period.Report{Text: text}).Hash() != hash {
		return "", fmt.Errorf("%w: the report of audit run %d has not the hash %s", ErrChanged, run, hash)
	}
	return text, nil
}
