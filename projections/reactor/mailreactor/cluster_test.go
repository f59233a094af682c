package mailreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestAMailIsSentOnceAlsoByTwoInstancesAndNeverAgainFromARebuild": "expected revisions; the append before the call may have no answer",
	})
}
