package audit_test

import (
	"context"
	"testing"
)

// contextOf outlives the test's own context, so that what it stops can end cleanly.
func contextOf(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(context.WithoutCancel(t.Context()))
}
