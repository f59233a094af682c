package strangers

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// verdict is a budget's answer: whether it has room.
type verdict int

const (
	admitted verdict = iota
	// addressFull means that the address has used up its share, allFull that the total is used up.
	addressFull
	allFull
)

// budget counts an amount in total and by address. A limit of 0 means no limit. It forgets an address that
// holds nothing. It is safe for concurrent use.
type budget struct {
	total, perAddress int64

	mu        sync.Mutex
	sum       int64
	byAddress map[string]int64
	refused   map[verdict]int64
}

func newBudget(total, perAddress int) *budget {
	return &budget{
		total: int64(total), perAddress: int64(perAddress), byAddress: map[string]int64{}, refused: map[verdict]int64{},
	}
}

// take adds n if both limits allow it, and otherwise changes nothing. An empty address has no limit of its own.
func (b *budget) take(address string, n int64) verdict {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.judge(address, n)
	if v != admitted {
		b.refused[v]++
		return v
	}
	b.sum += n
	if address != "" {
		b.byAddress[address] += n
	}
	return admitted
}

func (b *budget) judge(address string, n int64) verdict {
	switch {
	case address != "" && b.perAddress > 0 && b.byAddress[address]+n > b.perAddress:
		return addressFull
	case b.total > 0 && b.sum+n > b.total:
		return allFull
	}
	return admitted
}

// give returns to the budget what take added.
func (b *budget) give(address string, n int64) {
	b.giveTotal(n)
	b.giveAddress(address, n)
}

// giveTotal returns n to the total alone.
func (b *budget) giveTotal(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum -= n
}

// giveAddress returns n to the share of the address alone.
func (b *budget) giveAddress(address string, n int64) {
	if address == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.byAddress[address] -= n; b.byAddress[address] <= 0 {
		delete(b.byAddress, address)
	}
}

// held returns the total in use.
func (b *budget) held() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sum
}

// refusals returns how often take answered with the verdict.
func (b *budget) refusals(v verdict) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused[v]
}

var (
	connectionsOpen = prometheus.NewDesc("gateway_connections", "Open connections, websockets apart.", nil, nil)
	bytesHeld       = prometheus.NewDesc("gateway_stranger_bytes", "Bytes of bodies of callers who are not known yet.", nil, nil)
	refusedTotal    = prometheus.NewDesc("gateway_strangers_refused_total",
		"Connections, bodies and requests behind a proxy that were refused, by the limit: of an address, of all, or, for a body, of time.",
		[]string{"what", "limit"}, nil)
)

// Describe implements prometheus.Collector.
func (s *Budgets) Describe(d chan<- *prometheus.Desc) {
	d <- connectionsOpen
	d <- bytesHeld
	d <- refusedTotal
}

// Collect implements prometheus.Collector.
func (s *Budgets) Collect(metrics chan<- prometheus.Metric) {
	metrics <- prometheus.MustNewConstMetric(connectionsOpen, prometheus.GaugeValue, float64(s.connections.held()))
	metrics <- prometheus.MustNewConstMetric(bytesHeld, prometheus.GaugeValue, float64(s.bytes.held()))
	refused := func(n int64, what, limit string) {
		metrics <- prometheus.MustNewConstMetric(refusedTotal, prometheus.CounterValue, float64(n), what, limit)
	}
	refused(s.connections.refusals(addressFull), "connection", "address")
	refused(s.requests.refusals(addressFull), "request", "address")
	refused(s.connections.refusals(allFull), "connection", "total")
	refused(s.bytes.refusals(addressFull)+s.known.refusals(addressFull), "body", "address")
	refused(s.bytes.refusals(allFull)+s.known.refusals(allFull), "body", "total")
	refused(s.slow.Load(), "body", "time")
}
