package page

// Progress is how far something is that goes on. With scripts the page asks for itself again every two
// seconds as long as it shows one.
type Progress struct {
	Text string
	// Percent is from 0 to 100.
	Percent int64
	// Path is a page that shows more; empty for none.
	Path string
}

func (Progress) template() string { return "progress" }
