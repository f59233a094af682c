package credential

import "testing"

func TestAFullCrowdIsSharedByNetwork(t *testing.T) {
	t.Parallel()
	c := crowd{most: 4}
	var many []*waiter
	for range 4 {
		w, ok := c.join("many")
		if !ok {
			t.Fatal("there is room")
		}
		many = append(many, w)
	}
	if _, ok := c.join("many"); ok {
		t.Error("the network that fills it gets one more")
	}
	one, ok := c.join("one")
	if !ok || !many[3].displaced || many[0].displaced {
		t.Error("a newcomer does not displace the last of the network that has the most")
	}
	if _, ok := c.join("one"); !ok || !many[2].displaced {
		t.Error("two of each have no room")
	}
	if _, ok := c.join("one"); ok {
		t.Error("a network displaces another that has as many")
	}
	if c.first() != many[0] || c.first() != many[1] || c.first() != one {
		t.Error("they do not go on in the order in which they came")
	}
	last := c.waiting[0]
	if !c.leave(last) || c.leave(last) || c.first() != nil {
		t.Error("a caller does not leave once")
	}
}
