// Package slice is the aggregate that adds up acts that are each below the limit of dual control. An
// administrator who does many of them, of one kind and for one client, needs a second administrator for the
// act that reaches the limit. There is one stream for each administrator, kind and client, so that two acts
// at once, on two instances, are counted one after the other.
package slice
