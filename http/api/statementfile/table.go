package statementfile

// column describes a column of a table.
type column struct {
	heading string
	width   float64
	// number marks a column of amounts, which are never cut but set in a smaller size.
	number bool
}

// table writes rows below a heading that is repeated on each page.
type table struct {
	page
	columns []column
	size    float64
	rows    int
}

const padding = 1

func (p page) table(size float64, columns ...column) *table {
	t := &table{page: p, columns: columns, size: size}
	t.heading()
	return t
}

func (t *table) height() float64 { return t.size * 0.62 }

func (t *table) heading() {
	t.SetDrawColor(accent[0], accent[1], accent[2])
	t.SetLineWidth(0.3)
	t.font("B", t.size, faint)
	for _, c := range t.columns {
		t.CellFormat(c.width, t.height(), c.heading, "B", 0, c.align(), false, 0, "")
	}
	t.Ln(t.height() + 0.6)
}

func (c column) align() string {
	if c.number {
		return "R"
	}
	return "L"
}

// group writes a line across the table, which names the rows that follow. It starts a new page if no row would fit below it.
func (t *table) group(name string) {
	if _, height := t.GetPageSize(); t.GetY()+2*t.height() > height-18 {
		t.AddPage()
		t.heading()
	}
	border := "T"
	if t.rows == 0 {
		border = "" // the heading has a rule
	}
	t.rows = 0
	t.font("B", t.size, accent)
	t.CellFormat(pageWidth, t.height()+0.6, name, border, 1, "L", false, 0, "")
}

// row writes a row. Every other row is shaded, to guide the eye.
func (t *table) row(style string, cells ...string) {
	if _, height := t.GetPageSize(); t.GetY()+t.height() > height-18 {
		t.AddPage()
		t.heading()
	}
	t.rows++
	t.SetFillColor(shade[0], shade[1], shade[2])
	for i, cell := range cells {
		c := t.columns[i]
		size := t.size
		t.font(style, size, ink)
		if c.number {
			for size > 3 && t.GetStringWidth(cell) > c.width-2*padding {
				size -= 0.25
				t.font(style, size, ink)
			}
		} else {
			cell = t.shortened(cell, c.width-2*padding)
		}
		t.CellFormat(c.width, t.height(), cell, "", 0, c.align(), t.rows%2 == 0, 0, "")
	}
	t.Ln(t.height())
}
