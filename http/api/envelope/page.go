package envelope

// Page is one page of a list. Number counts from 1.
type Page struct{ Number, PerPage int }

// Offset is how many rows come before the page.
func (p Page) Offset() int64 { return int64(p.Number-1) * int64(p.PerPage) }

func (p Page) last(total int64) int {
	return max(1, int((total+int64(p.PerPage)-1)/int64(p.PerPage)))
}
