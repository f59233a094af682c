package paymentreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestEachChannelsNotificationIsConfirmedByTheProvider": "a stream is read after the append of another reactor",
	})
}
