package page

import (
	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/projections/readmodel/withholdingrows"
)

// SlipNotice says what happened to the tax of a withholding slip.
func (c *Context) SlipNotice(s withholdingrows.Slip) Notice {
	tax := Rupiah(s.Tax).Text
	switch s.Status {
	case balance.SlipApproved:
		return Notice{Text: c.T(words.SlipIsApproved, tax), Tone: ToneGood}
	case balance.SlipRejected:
		reason := ""
		if s.Reason != nil {
			reason = words.Isolated(*s.Reason)
		}
		return Notice{Text: c.T(words.SlipRejectedFor, reason), Tone: ToneBad}
	}
	return Notice{Text: c.T(words.SlipIsPending, tax), Tone: ToneWait}
}

// SlipFigures are the figures of a withholding slip.
func (c *Context) SlipFigures(s withholdingrows.Slip) Figures {
	return Figures{Figures: []Figure{
		{Label: c.T(words.Status), Value: c.State(s.Status)},
		{Label: c.T(words.SlipTax), Value: Rupiah(s.Tax)},
		{Label: c.T(words.SlipGross), Value: Rupiah(s.Gross)},
	}}
}

// SlipDetails are the facts of a withholding slip.
func (c *Context) SlipDetails(s withholdingrows.Slip) Details {
	return Details{Title: c.T(words.Facts), Pairs: []Pair{
		{c.T(words.SlipNumber), ID(s.Number)},
		{c.T(words.SlipPeriod), Plain(s.Period)},
		{c.T(words.SlipDate), Plain(s.Date)},
		{c.T(words.SlipSubmittedAt), c.Time(s.CreatedAt)},
		{c.T(words.UpdatedAt), c.Time(s.UpdatedAt)},
	}}
}

// SlipFile links to the file of a withholding slip, whose page has the path.
func (c *Context) SlipFile(s withholdingrows.Slip, path string) Links {
	return Links{Links: []Link{{
		Text: c.FileText(s.File.Name, s.File.Size),
		Path: c.Link(path + "/file"),
	}}}
}

// FileText is the text of a link to a file, with its name and its size in bytes.
func (c *Context) FileText(name string, size int64) string {
	return c.T(words.DownloadFile, words.Isolated(name), fileSize(size))
}
