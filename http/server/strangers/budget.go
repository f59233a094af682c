package strangers

import "sync"

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
