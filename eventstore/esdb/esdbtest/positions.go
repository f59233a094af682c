package esdbtest

// recordStep is the mean size of an event in bytes. recordJitter limits the random shift of each position.
const recordStep, recordJitter = 311, 251

// byteOffsets gives events positions as EventStoreDB does: they grow by uneven steps, and no event begins
// between two of them.
type byteOffsets struct{}

// ToWire implements esdbserver.Positions.
func (byteOffsets) ToWire(number int64) int64 {
	if number <= 0 {
		return number
	}
	scattered := uint64(number) * 0x9E3779B97F4A7C15
	return number*recordStep + int64(scattered>>32%recordJitter)
}

// FromWire implements esdbserver.Positions.
func (o byteOffsets) FromWire(position int64) (number int64, exact bool) {
	number = position / recordStep
	if o.ToWire(number) > position {
		number--
	}
	return number, o.ToWire(number) == position
}
