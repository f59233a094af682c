package provider

import "gateway/domain/report"

// The words of each product for its statuses. SETTLED of anything but an invoice is
// an addition of the built-in simulator: the classic API sends no such notification.
var (
	invoiceWords = map[string]report.Status{
		"PENDING": report.Pending, "PAID": report.Paid, "SETTLED": report.Settled, "EXPIRED": report.Expired,
	}
	vaWords     = map[string]report.Status{"COMPLETED": report.Paid, "PAID": report.Paid, "SETTLED": report.Settled}
	chargeWords = map[string]report.Status{
		"PENDING": report.Pending, "SUCCEEDED": report.Paid, "SETTLED": report.Settled, "FAILED": report.Failed,
		"VOIDED": report.Failed, // the failure code tells them apart
	}
	qrWords = map[string]report.Status{
		"COMPLETED": report.Paid, "SUCCEEDED": report.Paid, "SETTLED": report.Settled, "FAILED": report.Failed,
	}
	payoutWords = map[string]report.Status{
		"PENDING": report.Pending, "COMPLETED": report.Completed, "FAILED": report.Failed, "REVERSED": report.Reversed,
	}
)
