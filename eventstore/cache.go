package eventstore

import lru "github.com/hashicorp/golang-lru/v2"

const (
	// cachedStreams and cachedLongStreams limit the aggregates kept between commands. Aggregates with
	// snapshots have their own cache: many short streams must not evict the few long ones, which are used
	// again and again and are slow to load.
	cachedStreams     = 2_000
	cachedLongStreams = 5_000
	// cachedEvents limits the decoded events kept for projectors and reactors.
	cachedEvents = 2_048
)

func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	c, err := lru.New[K, V](size)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return c
}

// PurgeIfIdle empties the caches of short streams and of decoded events if no command came since the last
// call, and reports whether it did. The content is read again when it is needed. Call it at intervals.
func (l *Log) PurgeIfIdle() bool {
	if l.used.Swap(false) {
		return false
	}
	l.streams.Purge()
	l.decoded.Purge()
	return true
}
