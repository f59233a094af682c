package poll_test

import (
	"testing"
	"time"

	"gateway/test/poll"
)

func TestALimitIsNeverShortened(t *testing.T) {
	t.Parallel()
	if got := poll.Busy(time.Second); got < time.Second || got > time.Hour {
		t.Errorf("%v", got)
	}
}
