package staff

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"gateway/domain/bankstatement"
	"gateway/domain/treasury"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/bankstatementservice"
	"gateway/projections/readmodel/bankrows"

	"github.com/shopspring/decimal"
)

var bankStatementPages = []page.Page{
	{
		Path: "/bank-statements", Group: "read_bank", Section: words.BooksSection, Nav: words.BankStatements, Show: showBankStatements,
		Table: listBankDays,
	},
	{Path: "/bank-statements/new", Group: "manage", Title: words.ImportStatement, Show: newBankStatement},
	{Path: "/bank-lines", Group: "read_bank", Section: words.BooksSection, Nav: words.BankLines, Table: listBankLines},
	{Path: "/bank-lines/:id", Group: "read_bank", Title: words.BankLineTitle, Show: showBankLine},
	{Path: "/bank-bookings", Group: "read_bank", Title: words.BankBookings, Table: listBankBookings},
}

var bankStatementActions = []page.Action{
	{Path: "/bank-statements/new", Group: "manage", Page: "/bank-statements/new", Files: true, Do: importBankStatement},
	{Path: "/bank-lines/:id/match", Group: "manage", Page: "/bank-lines/:id", Do: page.Sends("saved", api.MatchBankLine, matchBody)},
	{Path: "/bank-lines/:id/explain", Group: "manage", Page: "/bank-lines/:id", Do: page.Sends("saved", api.ExplainBankLine, bankReason)},
	{Path: "/bank-lines/:id/reopen", Group: "manage", Page: "/bank-lines/:id", Do: page.Sends("saved", api.ReopenBankLine, bankReason)},
	{Path: "/bank-lines/:id/book", Group: "manage", Page: "/bank-lines/:id", Do: bookBankLine},
}

// fieldBooking and fieldStatement are fields of the forms.
const (
	fieldBooking   = "booking_id"
	fieldStatement = "content"
)

func matchBody(c *page.Context) any { return page.Body{}.Texts(c, fieldBooking, "reason") }

func bankReason(c *page.Context) any { return page.Body{"reason": c.Field("reason")} }

func showBankStatements(c *page.Context) ([]page.Block, error) {
	links := []page.Link{
		{Text: c.T(words.BankLines), Path: c.Link("/bank-lines?status=" + bankstatement.StatusUnmatched)},
		{Text: c.T(words.BankBookings), Path: c.Link("/bank-bookings")},
	}
	if c.May("manage") {
		links = append(links, page.Link{Text: c.T(words.ImportStatement), Path: c.Link("/bank-statements/new")})
	}
	return []page.Block{page.Heading{Text: c.T(words.BankStatements), Hint: c.T(words.BankDaysHint)}, page.Links{
		Main:  true,
		Links: links,
	}}, nil
}

func listBankDays(c *page.Context) (*page.Table, error) {
	days, err := api.ListBankDays(c, c.Filter("from", "to"))
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.Day, words.BankAgrees, words.AtBank, words.InBooks, words.BankDifference, words.BankBefore, words.LinesAlone,
			words.LinesExplained, words.BookingsAlone, words.OtherDates, words.DaysMissing),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   int64(len(days)), Empty: c.T(words.BankDaysEmpty),
	}
	for _, d := range days {
		t.Add(page.Plain(d.Day).To(c.Link("/bank-lines?day="+url.QueryEscape(d.Day))), c.Flag(d.Agrees), page.Rupiah(d.Bank),
			page.Rupiah(d.Books),
			page.Rupiah(d.Difference), page.Rupiah(d.Before), page.Rupiah(d.UnmatchedLines), page.Rupiah(d.ExplainedLines),
			page.Rupiah(d.UnmatchedBookings), page.Rupiah(d.InTime), page.Rupiah(d.Missing))
	}
	return t, nil
}

func newBankStatement(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Form{
		Hint: c.T(words.ImportStatementHint), Action: "/bank-statements/new", Submit: c.T(words.ImportStatement),
		Fields: []page.Field{
			{Name: fieldStatement, Label: c.T(words.StatementToUpload), Kind: "file", Required: true},
			{Name: "account", Label: c.T(words.BankAccountNo), Hint: c.T(words.BankAccountHint)},
			{Name: "year", Label: c.T(words.StatementYear), Hint: c.T(words.StatementYearHint), Numeric: true},
		},
	}}, nil
}

func importBankStatement(c *page.Context) (page.Result, error) {
	files, err := c.Uploads(fieldStatement, nil)
	if err != nil {
		return page.Result{}, err
	}
	body := page.Body{}.Texts(c, "account")
	if year := c.Field("year"); year != "" {
		n, err := strconv.Atoi(year)
		if err != nil {
			return page.Result{}, wrongField("year", "must be a year such as 2026")
		}
		body["year"] = n
	}
	for _, f := range files[:min(len(files), 1)] {
		body["name"], body[fieldStatement] = cmp.Or(f.Name, "file"), f.Content
	}
	if len(files) == 0 {
		return page.Result{}, wrongField(fieldStatement, "is required")
	}
	brought, err := api.ImportBankStatement(c, body)
	if err != nil {
		return page.Result{}, err
	}
	return page.Result{Title: words.ImportedTitle, Blocks: []page.Block{
		page.Details{Title: c.T(words.ImportedTitle), Pairs: []page.Pair{
			{Label: c.T(words.BankAccountNo), Value: page.Plain(strings.Join(brought.Accounts, ", "))},
			{Label: c.T(words.ImportedFormat), Value: page.Plain(brought.Format)},
			{Label: c.T(words.ImportedDays), Value: page.Plain(brought.From + " – " + brought.To)},
			{Label: c.T(words.ImportedLines), Value: page.Number(brought.Lines)},
			{Label: c.T(words.ImportedNew), Value: page.Number(brought.NewLines)},
			{Label: c.T(words.ImportedPending), Value: page.Number(brought.Pending)},
		}},
		page.Links{Main: true, Links: []page.Link{
			{Text: c.T(words.BankLines), Path: c.Link("/bank-lines?status=" + bankstatement.StatusUnmatched)},
			{Text: c.T(words.BankStatements), Path: c.Link("/bank-statements")},
		}},
	}}, nil
}

func listBankLines(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "day")
	query.Set("per_page", "50")
	list, err := api.ListBankLines(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.Day, words.ID, words.Status, words.Amount, words.BankText, words.ValueDate, words.BankBalance, words.Reason,
			words.By, words.BankAccountNo),
		Filters: []page.Field{statusFilter(c, bankstatement.Statuses()...), {Name: "day", Label: c.T(words.Day), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.BankLinesEmpty),
	}
	for _, l := range list.Data {
		id := page.ID(l.ID)
		if l.Status != bankstatement.StatusPending {
			id = id.To(c.Link("/bank-lines/" + url.PathEscape(l.ID)))
		}
		t.Add(page.Plain(l.Day), id, c.State(l.Status), page.Rupiah(l.Amount), page.Prose(l.Text), page.Plain(l.ValueDate),
			page.Rupiah(l.Balance),
			page.Plain(l.Reason), c.Actor(l.ClearedBy), page.Plain(l.Account))
	}
	return t, nil
}

func listBankBookings(c *page.Context) (*page.Table, error) {
	query := c.Filter()
	query.Set("per_page", "50")
	list, err := api.ListBankBookings(c, query)
	if err != nil {
		return nil, err
	}
	t := bookingTable(c, list.Data)
	t.Total, t.After, t.Empty = list.Total, list.Next, c.T(words.BankBookingsNone)
	return t, nil
}

func bookingTable(c *page.Context, bookings []bankrows.Booking) *page.Table {
	t := &page.Table{Columns: c.Titles(words.ValueDate, words.ID, words.Kind, words.Amount, words.Reference, words.BookedAt)}
	for _, b := range bookings {
		t.Add(page.Plain(b.ValueDate), page.ID(b.ID), page.Plain(bookingKind(c, b.Kind)), page.Rupiah(b.Amount),
			page.Plain(b.Reference), c.Time(b.CreatedAt))
	}
	return t
}

func bookingKind(c *page.Context, kind string) string {
	if text, ok := words.BankBookingKinds[kind]; ok {
		return c.T(text)
	}
	if text, ok := words.TreasuryKinds[kind]; ok {
		return c.T(text)
	}
	return c.EventWord(kind)
}

func showBankLine(c *page.Context) ([]page.Block, error) {
	l, err := api.GetBankLine(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(l.Status)},
		{Label: c.T(words.Amount), Value: page.Rupiah(l.Amount)},
		{Label: c.T(words.BankText), Value: page.Prose(l.Text)},
		{Label: c.T(words.Day), Value: page.Plain(l.Day)},
		{Label: c.T(words.ValueDate), Value: page.Plain(l.ValueDate)},
		{Label: c.T(words.BankBalance), Value: page.Rupiah(l.Balance)},
		{Label: c.T(words.BankAccountNo), Value: page.Plain(l.Account)},
		{Label: c.T(words.BankBooking), Value: page.ID(l.BookingID)},
		{Label: c.T(words.Reason), Value: page.Plain(l.Reason)},
		{Label: c.T(words.By), Value: c.Actor(l.ClearedBy)},
	}}
	left := []page.Block{details}
	if l.Status == bankstatement.StatusUnmatched {
		left = append(left, proposals(c, l))
	}
	if !c.May("manage") {
		return left, nil
	}
	return []page.Block{page.Columns{Left: left, Right: bankLineForms(c, l)}}, nil
}

func proposals(c *page.Context, l bankstatementservice.LineToClear) page.Block {
	t := &page.Table{
		Title: c.T(words.BankProposals), Empty: c.T(words.BankNoProposal),
		Columns: c.Titles(words.MatchReasons, words.ValueDate, words.Kind, words.Amount, words.Reference, words.ID),
	}
	for _, p := range l.Proposals {
		var reasons []string
		for _, r := range p.Reasons {
			reasons = append(reasons, c.Word(words.BankMatchReasons, r))
		}
		t.Add(page.Plain(strings.Join(reasons, ", ")), page.Plain(p.ValueDate), page.Plain(bookingKind(c, p.Kind)), page.Rupiah(p.Amount),
			page.Plain(p.Reference), page.ID(p.ID))
	}
	return t
}

// bankLineForms offer what staff may do with a line in its state.
func bankLineForms(c *page.Context, l bankstatementservice.LineToClear) []page.Block {
	path := "/bank-lines/" + url.PathEscape(l.ID)
	if l.Status != bankstatement.StatusUnmatched {
		return []page.Block{step(c, path+"/reopen", words.ReopenLine, words.ReopenLineHint, reasonField(c, true))}
	}
	booking := page.Field{Name: fieldBooking, Label: c.T(words.BankBooking), Hint: c.T(words.BankBookingHint), Required: true}
	if len(l.Proposals) > 0 {
		booking.Value = l.Proposals[0].ID
	}
	return []page.Block{
		step(c, path+"/match", words.MatchLine, words.MatchLineHint, booking, reasonField(c, false)),
		step(c, path+"/book", words.BookLine, words.BookLineHint,
			page.Field{Name: "kind", Label: c.T(words.Kind), Options: c.Choices(words.TreasuryKinds, kindsOf(l.Amount)...), Required: true},
			page.Field{Name: "connection", Label: c.T(words.Connection)}, page.Field{Name: "note", Label: c.T(words.Note)}),
		step(c, path+"/explain", words.ExplainLine, words.ExplainLineHint, reasonField(c, true)),
	}
}

// kindsOf returns the kinds of entries that bring money to our bank, or take it from there.
func kindsOf(amount decimal.Decimal) []string {
	if amount.IsPositive() {
		return []string{treasury.ProviderWithdrawal, treasury.TransitArrived, treasury.BankInterest, treasury.TransferBounced, treasury.OwnerIn}
	}
	return []string{
		treasury.BankCharge, treasury.InterestTax, treasury.TopUp, treasury.BounceSettled, treasury.TaxPayment, treasury.OwnerOut,
	}
}

// bookBankLine enters the line as a movement of our own money.
func bookBankLine(c *page.Context) (page.Result, error) {
	l, err := api.GetBankLine(c, c.Param("id"))
	if err != nil {
		return page.Result{}, err
	}
	body := page.Body{"amount": l.Amount.Abs(), "value_date": l.ValueDate, "reference": l.ID}.Texts(c, "kind", "connection", "note")
	_, err = api.EnterTreasury(c, body)
	return page.Result{To: "/bank-lines/" + url.PathEscape(l.ID), Done: "created"}, err
}
