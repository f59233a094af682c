package payoutreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestAnAttemptIsInTheLogBeforeTheCallAndKeepsItsReference": "the append before the call may have no answer",
		"TestTwoInstancesMakeOneTransfer":                          "expected revisions",
		"TestUnknownOutcomesEndInOneTransfer":                      "the streams are read after each append",
		"TestAPayoutWhoseOrderWasLostByARestoreIsPaidOnce":         "the generation of the log is found by position",
	})
}
