package realtimereactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestTheSameHoldsOnAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	reactortest.AgainOnCluster(t, map[string]string{
		"TestEachEventIsPublishedToItsClient": "the subscription skips and repeats nothing as leaders change",
		"TestEachRunBeginsAtTheHeadOfTheLog":  "the head that a node tells",
	})
}
