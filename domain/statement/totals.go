package statement

// Sum is the sum of several movements.
type Sum struct {
	// Count is the number of movements in the sum.
	Count int64 `json:"count"`
	Amounts
}

// Plus returns the sum of both.
func (s Sum) Plus(o Sum) Sum { return Sum{s.Count + o.Count, s.Amounts.Plus(o.Amounts)} }

// Since returns how much a running sum grew since o.
func (s Sum) Since(o Sum) Sum { return Sum{s.Count - o.Count, s.Amounts.Minus(o.Amounts)} }

// Total is the sum of one line.
type Total struct {
	// Line names the line.
	Line string `json:"line"`
	// Kinds lists the kinds of movement in the sum.
	Kinds []string `json:"kinds"`
	Sum
}

// Totals holds the sums of the movements of a period, line by line. The zero value has none.
type Totals struct {
	sums [len(lines)]Sum
}

// Add adds a movement of this kind, and reports whether it belongs to a line: a movement between the client's
// own accounts belongs to none.
func (t *Totals) Add(kind string, a Amounts) bool {
	if a.IsZero() {
		return false
	}
	i := indexOf(kind)
	t.sums[i] = t.sums[i].Plus(Sum{1, a})
	return true
}

// AddSum adds movements of a line that are already summed.
func (t *Totals) AddSum(line string, s Sum) {
	for i := range lines {
		if i == other || lines[i].name == line {
			t.sums[i] = t.sums[i].Plus(s)
			return
		}
	}
}

// Plus returns the sum of both, line by line.
func (t Totals) Plus(o Totals) Totals {
	for i := range t.sums {
		t.sums[i] = t.sums[i].Plus(o.sums[i])
	}
	return t
}

// Lines returns the lines in their order. Other is left out while it is empty.
func (t Totals) Lines() []Total {
	all := make([]Total, 0, len(lines))
	for i, l := range lines {
		if i != other || t.sums[i].Count > 0 {
			all = append(all, Total{Line: l.name, Kinds: l.kinds, Sum: t.sums[i]})
		}
	}
	return all
}

// Of returns the sum of the line with this name.
func (t Totals) Of(name string) Sum {
	for i, l := range lines {
		if l.name == name {
			return t.sums[i]
		}
	}
	return Sum{}
}

// Sum returns the sum of all lines. Its Net is the change of the balance.
func (t Totals) Sum() (sum Sum) {
	for _, s := range t.sums {
		sum = sum.Plus(s)
	}
	return sum
}
