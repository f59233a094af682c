package bookreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestTheProvidersFeesAreBookedOnceEachByTwoLeadersToo":              "expected revisions",
		"TestFeesAreEstimatedOnceEachByTwoLeadersTooAndNoneAfterItsBooking": "expected revisions",
		"TestARowSettlesItsPaymentAndTruesItsFeeUpOnce":                     "expected revisions, and two events in one append",
	})
}
