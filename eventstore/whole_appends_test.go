package eventstore_test

import (
	"testing"

	"gateway/eventstore"
)

func TestAPageIsSplitAtTheEndOfAnAppend(t *testing.T) {
	t.Parallel()
	e := func(stream string, following int) eventstore.Recorded {
		r := eventstore.Recorded{Stream: stream}
		r.Metadata = eventstore.Metadata{Following: following}.JSON()
		return r
	}
	for name, c := range map[string]struct {
		page []eventstore.Recorded
		rest int
	}{
		"an empty page":                   {nil, 0},
		"appends of one event":            {[]eventstore.Recorded{e("a", 0), e("b", 0)}, 0},
		"a whole append":                  {[]eventstore.Recorded{e("a", 0), e("b", 2), e("b", 1), e("b", 0)}, 0},
		"an append without its last":      {[]eventstore.Recorded{e("a", 0), e("b", 2), e("b", 1)}, 2},
		"the first event of an append":    {[]eventstore.Recorded{e("a", 0), e("b", 2)}, 1},
		"the middle of an append":         {[]eventstore.Recorded{e("b", 1)}, 1},
		"two appends to one stream":       {[]eventstore.Recorded{e("b", 1), e("b", 0), e("b", 1)}, 1},
		"an append after an append begun": {[]eventstore.Recorded{e("a", 2), e("b", 1)}, 1},
	} {
		whole, rest := eventstore.WholeAppends(c.page)
		if len(rest) != c.rest || len(whole)+len(rest) != len(c.page) {
			t.Errorf("%s: %d whole, %d rest", name, len(whole), len(rest))
		}
	}
}
