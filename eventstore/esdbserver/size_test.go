package esdbserver

import (
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

func TestAnEventsSizeIsThatOfTheVersion(t *testing.T) {
	t.Parallel()
	m := &streams.AppendReq_ProposedMessage{
		Data: make([]byte, 100), CustomMetadata: make([]byte, 10), Metadata: map[string]string{propertyType: "tést"},
	}
	for version, want := range map[Version]int{"": 100, Version2310: 100, Version2406: 100, Version2410: 100 + 10 + 2*4} {
		if got := version.appendSize(m); got != want {
			t.Errorf("%s: %d, want %d", version.name(), got, want)
		}
	}
}
