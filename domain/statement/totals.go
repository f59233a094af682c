package statement

// Sum sums movements.
type Sum struct {
	// Count is how many movements it sums.
	Count int64 `json:"count"`
	Amounts
}

// Plus is the sum of both.
func (s Sum) Plus(o Sum) Sum { return Sum{s.Count + o.Count, s.Amounts.Plus(o.Amounts)} }

// Since is what running sums grew by since o.
func (s Sum) Since(o Sum) Sum { return Sum{s.Count - o.Count, s.Amounts.Minus(o.Amounts)} }

// Total is the sum of one line.
type Total struct {
	// Line names the line.
	Line string `json:"line"`
	// Kinds are the kinds of movement that it sums.
	Kinds []string `json:"kinds"`
	Sum
}

// Totals sum the movements of a period, line by line. The zero value has none.
type Totals struct {
	sums [len(lines)]Sum
}

// Add adds a movement of this kind, and reports whether it is in a line: one that only moved
// money between the client's own accounts is in none.
func (t *Totals) Add(kind string, a Amounts) bool {
	if a.IsZero() {
		return false
	}
	i := indexOf(kind)
	t.sums[i] = t.sums[i].Plus(Sum{1, a})
	return true
}

// AddSum adds movements of a line that are summed already.
func (t *Totals) AddSum(line string, s Sum) {
	for i := range lines {
		if i == other || lines[i].name == line {
			t.sums[i] = t.sums[i].Plus(s)
			return
		}
	}
}

// Plus is the sum of both, line by line.
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

// Of returns the sum of the line of this name.
func (t Totals) Of(name string) Sum {
	for i, l := range lines {
		if l.name == name {
			return t.sums[i]
		}
	}
	return Sum{}
}

// Sum is that of all lines. Its Net is what the balance changed by.
func (t Totals) Sum() (sum Sum) {
	for _, s := range t.sums {
		sum = sum.Plus(s)
	}
	return sum
}
