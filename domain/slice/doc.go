// Package slice is the aggregate that adds up acts below the amount of dual control. One
// administrator who does many of them, of one kind and for one client, needs a second
// administrator for the one with which they reach the amount. There is one stream for each
// administrator, kind and client, so that two acts at once, on two instances, are counted
// one after the other.
package slice
