package reportreactor_test

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestTwoInstancesThatActOnOnePaymentAtOnce":  "expected revisions, and appends without an answer",
		"TestOfTwoThatTakeAClaimOverAtOnceOneIsPaid": "expected revisions, and appends without an answer",
	})
}
