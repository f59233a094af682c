package page

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// A person can choose rows of a list by check boxes and have one thing done to each. The first answer says what will
// happen to which rows, and which are left out and why; the second does it, by the same operation of the API as on the
// page of one row, and says of each row what came of it. It works without scripts.

// MaxChosen is the most rows of one list that are done at once. Lists show as many on a page.
const MaxChosen = 50

// chosenField is the field of the check boxes. A value is a Choice's.
const chosenField = "chosen"

// Choice is the check box of a row.
type Choice struct {
	// Value holds the key and the mark of the row (ChoiceOf).
	Value string
	// Label names the row for those who don't see the row beside the box.
	Label string
}

// choiceSeparator separates the key of a row from its mark.
const choiceSeparator = "~"

// ChoiceOf is the check box of a row. mark is what changes with the row, so that only what the person saw is done.
func ChoiceOf(key, mark, label string) *Choice { return &Choice{key + choiceSeparator + mark, label} }

// Chooser is a button below a list that does something to the chosen rows.
type Chooser struct {
	// Action is the path of a Bulk below the site's prefix.
	Action, Submit string
}

// HasChoices reports whether a row can be chosen.
func (t *Table) HasChoices() bool {
	return len(t.Choosers) > 0 && slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Choice != nil })
}

// Offer lets people choose the row that was added last.
func (t *Table) Offer(choice *Choice) { t.Rows[len(t.Rows)-1].Choice = choice }

// Bulk does one thing to each of the chosen rows of a list.
type Bulk struct {
	// Path is that of the form below the site's prefix, List that of the page of the list, and Group the roles that may.
	Path, List, Group string
	// Submit is the text of the button, and Says what will happen, for all rows together.
	Submit, Says words.Text
	// Signs is the title of the column of Chosen.Signs, or zero if there is none.
	Signs words.Text
	// Look returns a chosen row as it is now.
	Look func(c *Context, key string) (Chosen, error)
	// Do does it to one row. It may be called only for what Look left in.
	Do func(c *Context, one Chosen) error
	// Fields are asked beside the summary, for all rows together. It may be nil.
	Fields func(c *Context) []Field
}

// Chosen is a row that a person chose, as it is now.
type Chosen struct {
	Key, Mark string
	// What names the thing, and leads to its page.
	What, Client Cell
	// Amount is what moves, in rupiah; nil if nothing does.
	Amount *decimal.Decimal
	// Detail is one more fact, such as where the money goes.
	Detail Cell
	// Signs is what a careful person looks at first; empty if nothing stands out.
	Signs Cell
	// LeftOut says why nothing is done with the row; empty if something is.
	LeftOut string
}

// Action is the form's action.
func (b Bulk) Action() Action { return Action{Path: b.Path, Group: b.Group, Page: b.List, Do: b.do} }

// Chooser is the button that leads to the form's summary.
func (b Bulk) Chooser(c *Context) Chooser { return Chooser{b.Path, c.T(b.Submit)} }

func (b Bulk) do(c *Context) (Result, error) {
	if c.Field(agreedField) == Checked(true) {
		refusal := c.demand(b.fields(c))
		if refusal == nil {
			return b.execute(c)
		}
		c.Problem = refusal
	}
	rows, err := b.look(c)
	if err != nil {
		return Result{}, err
	}
	return b.confirm(c, rows), nil
}

func (b Bulk) fields(c *Context) []Field {
	if b.Fields == nil {
		return nil
	}
	return b.Fields(c)
}

// demand refuses a form in which a required field is empty; it returns nil for any other.
func (c *Context) demand(fields []Field) *Problem {
	for _, f := range fields {
		if f.Required && strings.TrimSpace(c.Field(f.Name)) == "" {
			return wrongParameter(f.Name, "is required")
		}
	}
	return nil
}

// chosen returns the keys of the chosen rows, each once, with the marks that the person saw. It refuses none and too many.
func (c *Context) chosen() (keys []string, marks map[string]string, err error) {
	marks = map[string]string{}
	for _, value := range c.Posted[chosenField] {
		key, mark, _ := strings.Cut(value, choiceSeparator)
		if _, twice := marks[key]; !twice {
			keys = append(keys, key)
		}
		marks[key] = mark
	}
	switch {
	case len(keys) == 0:
		err = &Problem{Status: http.StatusBadRequest, Code: "nothing_chosen"}
	case len(keys) > MaxChosen:
		err = &Problem{Status: http.StatusBadRequest, Code: "too_many_chosen"}
	}
	return keys, marks, err
}

// look returns the chosen rows as they are now. A row that changed since the person saw it is left out.
func (b Bulk) look(c *Context) (rows []Chosen, err error) {
	keys, marks, err := c.chosen()
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		one, err := b.lookAt(c, key, marks[key])
		if err != nil {
			return nil, err
		}
		rows = append(rows, one)
	}
	return rows, nil
}

func (b Bulk) lookAt(c *Context, key, mark string) (Chosen, error) {
	one, err := b.Look(c, key)
	if refusal, ok := errors.AsType[*Problem](err); ok && refusal.Status < http.StatusInternalServerError &&
		refusal.Status != http.StatusUnauthorized && refusal.Status != http.StatusTooManyRequests {
		return c.noSuch(key), nil
	}
	switch {
	case err != nil:
		return one, err
	case one.Key != key: // another way to write the key, which would be done twice
		return c.noSuch(key), nil
	case one.LeftOut == "" && one.Mark != mark:
		one.LeftOut = c.T(words.BulkChanged)
	}
	return one, nil
}

// noSuch is a row that does not exist, or that is not the person's.
func (c *Context) noSuch(key string) Chosen {
	return Chosen{Key: key, What: Plain(key), LeftOut: c.T(words.NotFoundText)}
}

// split separates what is done from what is left out.
func split(rows []Chosen) (in, out []Chosen) {
	for _, one := range rows {
		if one.LeftOut == "" {
			in = append(in, one)
		} else {
			out = append(out, one)
		}
	}
	return in, out
}

// confirm says what will happen, and asks.
func (b Bulk) confirm(c *Context, rows []Chosen) Result {
	in, out := split(rows)
	sum := Sum{Title: c.T(words.SureWhat), Says: c.countOf(in)}
	if len(in) > 0 {
		sum.Amount = total(in)
		sum.Says = append(sum.Says, c.T(b.Says))
	}
	if len(out) > 0 {
		sum.Says = append(sum.Says, c.T(words.BulkLeaves, len(out)))
	}
	sum.Says = append(sum.Says, c.T(words.SureNothingYet))
	blocks := []Block{sum}
	if len(in) > 0 {
		blocks = append(blocks, b.form(c, in), b.table(c, words.BulkIncluded, in, nil))
	}
	if len(out) > 0 {
		blocks = append(blocks, b.table(c, words.BulkLeftOut, out, func(one Chosen) []Cell { return []Cell{Prose(one.LeftOut)} }))
	}
	blocks = append(blocks, Links{Links: []Link{{Text: c.T(words.SureBack), Path: c.Link(b.List)}}})
	return Result{Title: words.SureTitle, Blocks: blocks}
}

// form is the second step. Its key is that of the first, so that the two steps are one form.
func (b Bulk) form(c *Context, in []Chosen) Form {
	f := Form{Action: b.Path, Submit: c.T(b.Submit) + " (" + strconv.Itoa(len(in)) + ")", Danger: true, Key: c.SentKey(), Fields: b.fields(c)}
	for _, one := range in {
		f.Fields = append(f.Fields, Field{Name: chosenField, Kind: "hidden", Value: one.Key + choiceSeparator + one.Mark})
	}
	f.Fields = append(f.Fields, Field{Name: agreedField, Kind: "hidden", Value: Checked(true)})
	return f
}

// countOf says how many rows there are, and of whom.
func (c *Context) countOf(rows []Chosen) []string {
	if len(rows) == 0 {
		return []string{c.T(words.BulkNone)}
	}
	var names, pages []string // two clients may have one name, but no two have one page
	for _, one := range rows {
		if one.Client.Text != "" && !slices.Contains(pages, one.Client.Path) {
			pages, names = append(pages, one.Client.Path), append(names, words.Isolated(one.Client.Text))
		}
	}
	says := []string{c.T(words.BulkCount, len(rows))}
	if len(names) > 0 {
		says = append(says, c.T(words.BulkClients, len(names), strings.Join(names, ", ")))
	}
	return says
}

// total is the sum of the amounts, nil if nothing has one.
func total(rows []Chosen) *decimal.Decimal {
	var sum *decimal.Decimal
	for _, one := range rows {
		if one.Amount != nil {
			if sum == nil {
				sum = new(decimal.Decimal)
			}
			*sum = sum.Add(*one.Amount)
		}
	}
	return sum
}

// table lists rows. more returns further cells: of what is said of each row.
func (b Bulk) table(c *Context, title words.Text, rows []Chosen, more func(Chosen) []Cell) *Table {
	t := &Table{Title: c.T(title), Columns: c.Titles(words.What, words.Client, words.Amount, words.Facts)}
	if b.Signs != (words.Text{}) {
		t.Columns = append(t.Columns, c.Titles(b.Signs)...)
	}
	if more != nil {
		t.Columns = append(t.Columns, c.Titles(words.Reason)...)
	}
	for _, one := range rows {
		cells := []Cell{one.What, one.Client, RupiahOr(one.Amount), one.Detail}
		if b.Signs != (words.Text{}) {
			cells = append(cells, one.Signs)
		}
		if more != nil {
			cells = append(cells, more(one)...)
		}
		t.Add(cells...)
	}
	return t
}

// outcome is what came of a row.
type outcome struct {
	Chosen
	state words.Text
	tone  Tone
	// note says why, or leads to the approval.
	note Cell
}

// execute does it to each chosen row, and says what came of each. Forms of one person wait for each other, so that of a
// form that is sent twice at once the later one sees what the first one did.
func (b Bulk) execute(c *Context) (Result, error) {
	lock, _ := c.site.bulks.LoadOrStore(c.Who.ID, new(sync.Mutex))
	one := lock.(*sync.Mutex) //nolint:forcetypeassert // the map has nothing else
	one.Lock()
	defer one.Unlock()
	keys, marks, err := c.chosen()
	if err != nil {
		return Result{}, err
	}
	var all []outcome
	touched := false
	for _, key := range keys {
		if err := c.gin.Request.Context().Err(); err != nil {
			return Result{}, err // the person has gone: the rest is not done unseen
		}
		row, err := b.lookAt(c, key, marks[key])
		var done outcome
		if err == nil {
			done, err = b.one(c, row)
		}
		if err != nil && !touched {
			return Result{}, err // nothing was done: the person proves who he is, or tries again
		}
		if err != nil {
			row.Key, row.What = key, Plain(key)
			done = c.failed(row, err)
		}
		touched = touched || done.state != words.BulkNotDone
		all = append(all, done)
	}
	return b.result(c, all), nil
}

// one does it to one row. Errors: those that concern the other rows, too.
func (b Bulk) one(c *Context, row Chosen) (outcome, error) {
	if row.LeftOut != "" {
		return outcome{row, words.BulkNotDone, ToneQuiet, Prose(row.LeftOut)}, nil
	}
	own := *c // a request of its own, with its own key and answer
	own.Posted, own.repeated, own.asked = maps.Clone(c.Posted), false, nil
	if key := c.SentKey(); key != "" {
		own.Posted.Set(keyField, key+"-"+row.Key)
	}
	err := b.Do(&own, row)
	refusal, refused := errors.AsType[*Problem](err)
	switch {
	case refused && refusal.Code != confirmationNeeded && refusal.Status != http.StatusUnauthorized:
		return c.failed(row, err), nil
	case err != nil:
		return outcome{}, err
	case own.asked != nil:
		return outcome{row, words.WaitsFor, ToneWait, Plain(c.T(words.ViewApproval)).To(own.approvalLink())}, nil
	}
	return outcome{row, words.BulkDone, ToneGood, Cell{}}, nil
}

// failed is the outcome of a row that was refused, or whose outcome is unknown because the gateway failed.
func (c *Context) failed(row Chosen, err error) outcome {
	refusal, refused := errors.AsType[*Problem](err)
	if !refused || refusal.Status >= http.StatusInternalServerError {
		if !refused {
			_ = c.gin.Error(err) // the middleware of the router logs it
		}
		return outcome{row, words.BulkUnknown, ToneBad, Prose(c.T(words.BulkLook))}
	}
	return outcome{row, words.BulkNotDone, ToneBad, Prose(c.message(refusal, nil))}
}

// result says what came of each row, and sums up what was done.
func (b Bulk) result(c *Context, all []outcome) Result {
	counts, done := map[words.Text]int{}, []Chosen{}
	t := &Table{Columns: c.Titles(words.What, words.Client, words.Amount, words.Facts, words.Status, words.Reason)}
	for _, o := range all {
		if counts[o.state]++; o.state == words.BulkDone {
			done = append(done, o.Chosen)
		}
		t.Add(o.What, o.Client, RupiahOr(o.Amount), o.Detail, Cell{Text: c.T(o.state), Kind: "state", Tone: o.tone}, o.note)
	}
	figures := Figures{Figures: []Figure{{Label: c.T(words.BulkDone), Value: Number(len(done))}}}
	if sum := total(done); sum != nil {
		figures.Figures = append(figures.Figures, Figure{Label: c.T(words.BulkSum), Value: Rupiah(*sum), Hint: c.InWords(*sum)})
	}
	for _, state := range []words.Text{words.WaitsFor, words.BulkNotDone, words.BulkUnknown} {
		if counts[state] > 0 {
			figures.Figures = append(figures.Figures, Figure{Label: c.T(state), Value: Number(counts[state])})
		}
	}
	back := Links{Links: []Link{{Text: c.T(words.Back), Path: c.Link(b.List)}}}
	return Result{Title: words.BulkTitle, Blocks: []Block{figures, t, back}}
}
