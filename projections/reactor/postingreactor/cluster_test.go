package postingreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestPaymentsAreCreditedOnceEach":                       "the subscription skips and repeats nothing as leaders change",
		"TestAReplayFromZeroChangesNothing":                     "positions, from before the first event",
		"TestTwoInstancesPostingAtOnceCreditOnce":               "expected revisions, and appends without an answer",
		"TestTheCheckpointNeverGoesBackwards":                   "the order of positions",
		"TestAnEventOfAnotherProgramAmongThePaymentsIsPassedBy": "events of the server itself are in the log",
	})
}
