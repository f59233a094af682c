package page

// Progress shows how far a running task has come. With scripts, a page that contains one reloads itself every
// two seconds.
type Progress struct {
	Text string
	// Percent is from 0 to 100.
	Percent int64
	// Path is a page that shows more, or empty.
	Path string
}

func (Progress) template() string { return "progress" }
