package callbackreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestALaggingReadModelSendsNoCallbackAgain":                               "the position of an append is compared with that of the read models",
		"TestDeliveriesAreRecordedAtIntervalsAndRepeatedAfterACrashWithTheSameID": "a queue reads its stream again after an append",
	})
}
