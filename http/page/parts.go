package page

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"gateway/domain/callback"
	"gateway/domain/words"
	"gateway/http/api"

	"github.com/shopspring/decimal"
)

// PartsPath is the path, below the prefix of a site, of the page with each block in each state. Only a sandbox has it.
const PartsPath = "/parts"

// PartsPages returns the page with each block in each state, made of the blocks' own templates and of sample content.
func PartsPages() []Page {
	return []Page{{
		Path: PartsPath, Title: words.PartsTitle, Show: showParts, Table: partsList, Still: true,
		Also: []string{"month", "at", "since"}, // of the sample forms
	}}
}

// PartsActions returns the form of that page, which does nothing but ask whether it is meant.
func PartsActions() []Action {
	return []Action{{
		Path: PartsPath, Page: PartsPath,
		Sure: func(c *Context) (*Sure, error) {
			return c.Moves(partsAmount(), words.PartsDo, c.T(words.PartsSure)), nil
		},
		Do: func(*Context) (Result, error) { return Result{To: PartsPath, Done: "saved"}, nil },
	}}
}

// partsAmount is the amount of the samples.
func partsAmount() decimal.Decimal { return decimal.RequireFromString("1250000.5") }

// partsTime is the time of the samples.
func partsTime() time.Time { return time.Date(2026, time.November, 23, 3, 4, 5, 0, time.UTC) }

// partsWrong is the field that a sample form is refused for.
const partsWrong = "parts_wrong"

func showParts(c *Context) ([]Block, error) {
	const missing = "is required"
	c.Problem = &Problem{Status: http.StatusBadRequest, Code: "invalid_field", Message: missing, Fields: map[string]string{
		partsWrong: missing, partsWrong + "_amount": missing, partsWrong + "_choice": missing,
	}}
	code, err := QR("https://example.com/", c.T(words.PartsSample))
	if err != nil {
		return nil, err
	}
	blocks := []Block{Links{Links: []Link{{Text: c.T(words.PartsOutcome), Path: c.Link(PartsPath + "?" + DoneParameter + "=saved")}}}}
	for _, one := range []struct {
		name   string
		blocks []Block
	}{
		{"notice", c.partsNotices()},
		{"links, tabs", c.partsLinks()},
		{"figures, details, columns", c.partsFigures()},
		{"cell", []Block{c.partsStates(), c.partsCells()}},
		{"table", c.partsTables()},
		{"form, field, ask", c.partsForms()},
		{"sum", c.partsSums()},
		{"steps, progress", c.partsSteps()},
		{"text, message, picture", c.partsTexts(code)},
		{"chart, bars", c.partsCharts()},
		{"why, story", c.partsStories()},
		{"module, moments, checker", c.partsModules()},
		{"delivery", c.partsDelivery()},
	} {
		blocks = append(append(blocks, Heading{Text: one.name}), one.blocks...)
	}
	return append(blocks, Heading{Text: "list", Hint: c.T(words.PartsHint)}), nil
}

func (c *Context) partsNotices() (blocks []Block) {
	for _, tone := range []Tone{"", ToneGood, ToneWait, ToneBad, ToneQuiet} {
		blocks = append(blocks, Notice{Text: c.T(words.PartsLong), Tone: tone})
	}
	return blocks
}

func (c *Context) partsLinks() []Block {
	here := c.Link(PartsPath)
	links := []Link{{Text: c.T(words.Show), Path: here}, {Text: c.T(words.Back), Path: here + "#main"}}
	return []Block{
		Links{Links: links},
		Links{Links: links, Main: true},
		Tabs{Label: c.T(words.PartsSample), Links: links, Current: here},
	}
}

func (c *Context) partsFigures() []Block {
	figures := Figures{Figures: []Figure{
		{Label: c.T(words.Balance), Value: Rupiah(partsAmount()), Path: c.Link(PartsPath), Hint: c.T(words.PartsSample)},
		{Label: c.T(words.Status), Value: c.State(callback.StatusPending)},
		{Label: c.T(words.Attempts), Value: Number(1234)},
		{Label: c.T(words.Available), Value: Rupiah(partsAmount().Neg())},
		{Label: c.T(words.ErrorWord)},
	}}
	details := Details{Title: c.T(words.Facts), Pairs: []Pair{
		{Label: c.T(words.Name), Value: Plain("Toko Maju Sejahtera")},
		{Label: c.T(words.ID), Value: ID("INV-7-0123456789")},
		{Label: c.T(words.FirstSent), Value: c.Time(partsTime())},
		{Label: c.T(words.ErrorWord)},
	}}
	right := Details{Pairs: details.Pairs[:1]}
	return []Block{figures, Columns{Left: []Block{details}, Right: []Block{right}}}
}

// partsStates are all states that things have, each with its tone.
func (c *Context) partsStates() *Table {
	t := &Table{Title: c.T(words.Status), Columns: c.Titles(words.Status, words.ID)}
	names := make([]string, 0, len(words.States))
	for name := range words.States {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Add(c.State(name), ID(name))
	}
	return t
}

// partsCells are the kinds of cells.
func (c *Context) partsCells() *Table {
	t := &Table{Title: c.T(words.ValueWord), Columns: c.Titles(words.ID, words.ValueWord)}
	for _, cell := range []Cell{
		Plain("Toko Maju"), Plain("Toko Maju").To(c.Link(PartsPath)),
		{Text: "Toko", Hint: c.T(words.PartsSample)},
		{},
		Number(1_234_567), Rupiah(partsAmount()), Rupiah(decimal.Zero), c.Time(partsTime()), c.Date("2026-11-23"),
		ID("INV-7-0123456789"), Prose(c.T(words.PartsLong)), c.Flag(true), c.Flag(false), Percent(decimal.RequireFromString("1.5")),
		c.State(callback.StatusPending).Noted(c.T(words.PartsLong)),
		{Text: c.T(words.PartsSample), Kind: "words"},
	} {
		t.Add(ID(cmp.Or(cell.Kind, "text")), cell)
	}
	return t
}

// partsTables are a list without rows, a wide one, and one of payouts with signs of risk as in the queue.
func (c *Context) partsTables() []Block {
	wide := c.partsRows()
	wide.Title, wide.Dense = c.T(words.Transactions), true
	queue := &Table{Title: c.T(words.WaitingQueue), Columns: c.Titles(words.ID, words.Name, words.Amount, words.RiskTitle, words.Status)}
	var signs []string
	for code := range words.RiskSigns {
		signs = append(signs, strings.NewReplacer("{ago}", c.T(words.JustNow), "{amount}", Rupiah(partsAmount()).Text, "{count}", "3").
			Replace(c.Word(words.RiskSigns, code)))
	}
	slices.Sort(signs)
	risky := Prose(strings.Join(signs, " · "))
	risky.Tone = ToneWait
	queue.Add(Number(7).To(c.Link(PartsPath)), Plain("Toko Maju"), Rupiah(partsAmount()), risky, c.State(callback.StatusPending))
	queue.Add(Number(8).To(c.Link(PartsPath)), Plain("Toko Baru"), Rupiah(partsAmount()), Prose(""), c.State(callback.StatusPending))
	return []Block{
		&Table{Title: c.T(words.NothingHere)}, &Table{Title: c.T(words.NothingFound), Empty: c.T(words.PartsLong)}, wide, queue,
	}
}

func (c *Context) partsRows() *Table {
	t := &Table{Title: c.T(words.PartsSample), Columns: c.Titles(words.ID, words.Name, words.Amount, words.Status, words.FirstSent)}
	for _, state := range []string{callback.StatusPending, callback.StatusDelivered, callback.StatusExhausted} {
		t.Add(ID("INV-7-0123456789").To(c.Link(PartsPath)), Plain("Toko Maju"), Rupiah(partsAmount()), c.State(state), c.Time(partsTime()))
	}
	return t
}

// partsList is the page's own list, with filters, check boxes and a pager.
func partsList(c *Context) (*Table, error) {
	t := c.partsRows()
	t.Filters = []Field{
		{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, callback.Statuses()...)},
		{Name: "name", Label: c.T(words.Name)},
	}
	t.Total, t.After, t.Choosers = int64(len(t.Rows)+1), "3", []Chooser{{Action: PartsPath, Submit: c.T(words.PartsDo)}}
	for i := range t.Rows[1:] {
		t.Rows[i].Choice = &Choice{Value: "1", Label: c.T(words.PartsSample)}
	}
	return t, nil
}

// partsForms are a form with each kind of field, one that was refused, one that destroys something, one button, and one that asks.
func (c *Context) partsForms() []Block {
	options := c.Choices(words.States, callback.Statuses()...)
	hint, label := c.T(words.PartsLong), c.T(words.PartsSample)
	kinds := []Field{
		{Name: "parts_text", Label: label, Hint: hint},
		{Name: "parts_email", Label: c.T(words.Email), Kind: "email", Required: true},
		{Name: "parts_password", Label: c.T(words.PresentPassword), Kind: "password", Complete: "off"},
		{Name: "parts_number", Label: c.T(words.ID), Numeric: true, Value: "7"},
		{Name: "parts_date", Label: c.T(words.DayWord), Kind: "date"},
		{Name: "parts_month", Label: c.T(words.MonthField), Kind: "month"},
		{Name: "parts_moment", Label: c.T(words.Since), Kind: "datetime-local"},
		{Name: "parts_area", Label: label, Kind: "area", Value: hint},
		{Name: "parts_check", Label: label, Kind: "check", Value: Checked(true)},
		{Name: "parts_file", Label: label, Kind: "file", Hint: hint},
		{Name: "parts_amount", Label: c.T(words.Amount), Kind: Money, Value: "1250000.5", Hint: hint},
		{Name: "parts_choice", Label: c.T(words.Status), Options: options},
		{Name: "parts_found", Label: c.T(words.Status), Suggested: options[1:]},
		{Name: "parts_hidden", Kind: "hidden", Value: "1"},
	}
	wrong := []Field{
		{Name: partsWrong, Label: label, Required: true},
		{Name: partsWrong + "_amount", Label: c.T(words.Amount), Kind: Money},
		{Name: partsWrong + "_choice", Label: c.T(words.Status), Options: options},
	}
	guide := Form{Title: c.T(words.PartsDo), Hint: hint, Action: PartsPath, Submit: c.T(words.PartsDo), Fields: kinds}
	return []Block{
		guide,
		Form{Title: c.T(words.CheckMarked), Action: PartsPath, Submit: c.T(words.PartsDo), Fields: wrong},
		Form{Action: PartsPath, Submit: c.T(words.PartsDanger), Danger: true},
		Form{Action: PartsPath, Submit: c.T(words.PartsDo), Inline: true},
		Ask{Path: PartsPath, Submit: c.T(words.Show), Fields: []Field{{Name: "month", Label: c.T(words.MonthField), Kind: "month"}}},
	}
}

// partsSums are what a person reads before money moves, and before something else is done.
func (c *Context) partsSums() []Block {
	amount := partsAmount()
	return []Block{
		Sum{Title: c.T(words.SureWhat), Amount: &amount, Says: []string{c.T(words.PartsSureAmount), c.T(words.SureNothingYet)}},
		Sum{Says: []string{c.T(words.PartsSure)}},
	}
}

func (c *Context) partsSteps() []Block {
	var some Steps
	some.Title = c.T(words.PartsSample)
	for _, tone := range []Tone{ToneGood, ToneWait, ToneBad} {
		some.Add(Step{Text: c.T(words.PartsSample), Hint: c.T(words.PartsLong), State: c.State(callback.StatusPending).Text, Tone: tone})
	}
	some.Steps[1].Path = c.Link(PartsPath)
	counted := some
	counted.Progress, counted.Done, counted.Of = c.T(words.PartsSample), 1, len(some.Steps)
	const percent = 40
	return []Block{
		some, counted,
		Progress{Text: c.T(words.PartsSample), Percent: percent},
		Progress{Text: c.T(words.PartsSample), Path: c.Link(PartsPath)},
	}
}

func (c *Context) partsTexts(code Picture) []Block {
	at := c.Time(partsTime())
	return []Block{
		Text{Title: c.T(words.PartsSample), Text: "{\n  \"status\": \"PAID\"\n}"},
		Text{Text: "sk_sample_once", Once: c.T(words.CopyOnce)},
		Text{Title: c.T(words.PartsSample), Text: "sk_sample", Secret: true},
		Message{Who: "Toko Maju", At: at, Text: c.T(words.PartsLong)},
		Message{Who: c.Who.Email, At: at, Text: c.T(words.PartsLong), Own: true},
		code,
		Technical{Blocks: []Block{Details{Pairs: []Pair{{Label: c.T(words.ID), Value: ID("payment-INV-7-1")}}}}},
	}
}

func (c *Context) partsCharts() []Block {
	const days = 14
	title := c.T(words.PerDay)
	chart, bars := Chart{Title: title}, Bars{Name: "parts-bars", Title: title, Now: c.T(words.PartsSample), Before: c.T(words.Back)}
	bars.Table.Columns = c.Titles(words.DayWord, words.ValueWord)
	for i := range days {
		day := c.Day(partsTime().AddDate(0, 0, i-days).Format(time.DateOnly))
		value := decimal.NewFromInt(int64((i*7)%days - 2)).Shift(6)
		chart.Points = append(chart.Points, Point{Label: day, Value: value})
		bars.Pairs = append(bars.Pairs, BarPair{Label: day, Now: value.Abs(), Before: partsAmount()})
		bars.Table.Add(Plain(day), Rupiah(value.Abs()))
	}
	return []Block{chart, Chart{Title: c.T(words.NothingHere)}, bars}
}

func (c *Context) partsStories() []Block {
	at := c.Time(partsTime())
	reason := WhyReason{
		Text: []Cell{{Text: c.T(words.PartsLong), Kind: "words"}}, Since: at, Event: Plain("payment.paid.v1"),
		About: ID("INV-7-1").To(c.Link(PartsPath)),
	}
	waits := reason
	waits.Waits = true
	pairs := []Pair{{Label: c.T(words.Amount), Value: Rupiah(partsAmount())}}
	told := Story{Title: c.T(words.PartsSample), More: c.Link(PartsPath), MoreText: c.T(words.NextPage)}
	for _, kind := range []string{"event", "posting", "callback", "notification", "approval"} {
		told.Entries = append(told.Entries, StoryEntry{
			At: at, Kind: kind, Title: c.T(words.PartsSample), Summary: c.T(words.PartsLong), Type: Plain("payment.paid.v1"),
			Lines: pairs, Postings: pairs, Technical: pairs, Data: pairs,
		})
	}
	told.Entries = append(told.Entries, StoryEntry{At: at, Kind: "callback", Title: c.T(words.PartsSample), Failed: true})
	return []Block{
		Why{Title: c.T(words.WhyTitle), Reasons: []WhyReason{reason, waits}},
		Why{Title: c.T(words.WhyTitle), Nothing: c.T(words.NoWaiting)},
		told,
	}
}

func (c *Context) partsModules() []Block {
	checker := c.checkerWords()
	checker.Key = "a-sample-key"
	return []Block{
		Module{Script: "copy.js", Blocks: []Block{Notice{Text: c.T(words.PartsSample)}}}, c.TimeMachine(partsTime()), checker,
	}
}

// partsDelivery is the list of deliveries to an endpoint, and one of them: it failed, and can be sent again.
func (c *Context) partsDelivery() []Block {
	sent := api.SentEndpointDelivery{}
	sent.ID, sent.Event, sent.Resource = "d-1", "payment.paid", "transactions/INV-7-1"
	sent.Status, sent.Attempts = callback.StatusExhausted, 12
	sent.ResponseStatus, sent.Answer, sent.Payload = http.StatusBadGateway, "<html>Bad gateway</html>", []byte(`{"status":"PAID"}`)
	sent.FirstAt, sent.LastAt = partsTime(), partsTime().Add(time.Hour)
	show := DeliveryShow{Event: Plain, Resource: Plain, Path: PartsPath}
	list := c.DeliveryTable(api.List[[]api.EndpointDelivery]{Data: []api.EndpointDelivery{sent.Delivery}}, show)
	return append([]Block{list}, c.DeliveryBlocks(sent, show, true)...)
}
