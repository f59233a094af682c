package staff

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/agingservice"
	"gateway/http/service/eventlogservice"
	"gateway/projections/readmodel/balancerows"
)

// writeOffsPath is the page of the write-offs, and below /admin its path in the API.
const writeOffsPath = "/write-offs"

var writeOffPages = []page.Page{
	{
		Path: writeOffsPath, Group: "books", Section: words.BooksSection, Nav: words.WriteOffs, Show: writeOffsHead,
		Table: listWriteOffs, Still: true,
	},
	{Path: writeOffsPath + "/file", Group: "books", Title: words.WriteOffs, File: downloadWriteOffs},
	{Path: writeOffsPath + "/:id", Group: "books", Title: words.WriteOffs, Show: showWriteOff},
}

// writeOffFilters are the parameters of the list that the file has, too.
var writeOffFilters = []string{"client_id", "status", "from", "to"}

func writeOffsHead(c *page.Context) ([]page.Block, error) {
	query := c.Filter(writeOffFilters...)
	query.Del("after")
	return []page.Block{
		page.Text{Text: c.T(words.WriteOffsHint)},
		page.Links{Links: []page.Link{
			{Text: c.T(words.AgingFile), Path: c.Link(writeOffsPath + "/file?" + query.Encode())},
			{Text: c.T(words.ReceivablesAging), Path: c.Link("/aging/receivables")},
			{Text: c.T(words.BadDebtAccount), Path: accountPath(c, ledger.CostBadDebt, "", "")},
		}},
	}, nil
}

func listWriteOffs(c *page.Context) (*page.Table, error) {
	query := c.Filter(writeOffFilters...)
	query.Set("per_page", "50")
	list, err := api.ListWriteOffs(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.WrittenOffOn, words.ID, words.Client, words.Amount, words.AgeInDays, words.Reason, words.CameBack,
			words.NotCameBack, words.Status),
		Filters: []page.Field{
			writeOffStatus(c),
			clientFilter(c),
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.NothingWrittenOff),
	}
	for _, w := range list.Data {
		t.Add(c.Time(w.WrittenOffAt), page.ID(w.ID).To(writeOffPath(c, w.ID)), clientCell(c, w.ClientID, w.ClientName),
			page.Rupiah(w.Amount), daysCell(w.OwedDays), page.Prose(w.Reason), page.Rupiah(w.Recovered), page.Rupiah(w.Remaining),
			page.Plain(c.Word(words.WriteOffStates, w.Status)))
	}
	return withNames(c, t, list.Data, func(w balancerows.WriteOff) string { return w.ClientName }), nil
}

func writeOffStatus(c *page.Context) page.Field {
	return page.Field{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.WriteOffStates, balance.WriteOffStates()...)}
}

func writeOffPath(c *page.Context, id string) string {
	return c.Link(writeOffsPath + "/" + url.PathEscape(id))
}

func daysCell(days *int) page.Cell {
	if days == nil {
		return page.Plain("")
	}
	return page.Number(int64(*days))
}

// showWriteOff says by whom, when and why a debt was given up, and which credits repaid it.
func showWriteOff(c *page.Context) ([]page.Block, error) {
	w, err := api.GetWriteOff(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.WriteOffNo, w.ID))
	return []page.Block{
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.Status), Value: page.Plain(c.Word(words.WriteOffStates, w.Status))},
			{Label: c.T(words.Amount), Value: page.Rupiah(w.Amount)},
			{Label: c.T(words.CameBack), Value: page.Rupiah(w.Recovered)},
			{Label: c.T(words.NotCameBack), Value: page.Rupiah(w.Remaining)},
		}},
		page.Text{Title: c.T(words.WhyTitle), Text: whyWrittenOff(c, w)},
		writeOffDetails(c, w), recoveryTable(c, w),
	}, nil
}

// whyWrittenOff is a sentence for people who were not there.
func whyWrittenOff(c *page.Context, w agingservice.WriteOff) string {
	day := c.Time(w.WrittenOffAt).Text
	if w.ApprovedBy == "" {
		return c.T(words.WrittenOffByOne, page.Rupiah(w.Amount).Text, c.Actor(w.RequestedBy).Text, day, words.Isolated(w.Reason))
	}
	return c.T(words.WrittenOffByTwo, page.Rupiah(w.Amount).Text, c.Actor(w.RequestedBy).Text, c.Actor(w.ApprovedBy).Text, day,
		words.Isolated(w.Reason))
}

func writeOffDetails(c *page.Context, w agingservice.WriteOff) page.Details {
	d := page.Details{Pairs: []page.Pair{
		{Label: c.T(words.Client), Value: clientCell(c, w.ClientID, w.ClientName)},
		{Label: c.T(words.OldestSince), Value: c.TimeOr(w.OwedSince)},
		{Label: c.T(words.AgeInDays), Value: daysCell(w.OwedDays)},
		{Label: c.T(words.AskedBy), Value: actorCell(c, w.RequestedBy)},
		{Label: c.T(words.DecidedBy), Value: actorCell(c, w.ApprovedBy)},
		{Label: c.T(words.WrittenOffOn), Value: c.Time(w.WrittenOffAt)},
		{Label: c.T(words.Reason), Value: page.Plain(words.Isolated(w.Reason))},
	}}
	moment := func(at time.Time) page.Cell { return c.Time(at).To(balanceAt(c, w.ClientID, page.Instant(at), "")) }
	d.Pairs = append(d.Pairs,
		page.Pair{Label: c.T(words.BeforeThat), Value: moment(w.WrittenOffAt.Add(-time.Microsecond))},
		page.Pair{Label: c.T(words.RightAfter), Value: moment(w.WrittenOffAt)})
	return d
}

func recoveryTable(c *page.Context, w agingservice.WriteOff) *page.Table {
	t := &page.Table{
		Title: c.T(words.CameBack), Columns: c.Titles(words.BookedAt, words.Reference, words.Amount, words.WhyTitle),
		Empty: c.T(words.NothingCameBack),
	}
	for _, r := range w.Recoveries {
		t.Add(c.Time(r.RecoveredAt), page.ID(r.Reference), page.Rupiah(r.Amount),
			page.Prose(c.T(words.CreditRepaid, r.Reference, page.Rupiah(r.Amount).Text, w.ID)))
	}
	return t
}

func downloadWriteOffs(c *page.Context) error {
	query := c.Filter(writeOffFilters...)
	query.Del("after")
	query.Set("format", "csv")
	return c.Raw("/admin" + writeOffsPath + "?" + query.Encode())
}

// writeOffOf leads from an event to its write-off, and says why it is; nothing for other events.
func writeOffOf(c *page.Context, e eventlogservice.Event) ([]page.Block, error) {
	made := strings.HasPrefix(e.Type, "balance.written_off.")
	if !made && !strings.HasPrefix(e.Type, "balance.write_off_recovered.") {
		return nil, nil
	}
	list, err := writeOffsOf(c, e)
	if err != nil {
		return nil, err
	}
	var blocks []page.Block
	for _, w := range list {
		text := whyWrittenOff(c, w)
		if !made {
			text = whyRepaid(c, w, e)
		}
		if text != "" {
			blocks = append(blocks, page.Text{Title: c.T(words.WhyTitle), Text: text},
				page.Links{Links: []page.Link{{Text: c.T(words.WriteOffNo, w.ID), Path: writeOffPath(c, w.ID)}}})
		}
	}
	return blocks, nil
}

// writeOffsOf asks for the write-offs that an event of a client is about: its own, or all of the client.
func writeOffsOf(c *page.Context, e eventlogservice.Event) (all []agingservice.WriteOff, err error) {
	if strings.HasPrefix(e.Type, "balance.written_off.") {
		w, err := api.GetWriteOff(c, page.DataOf(e.Data).Reference)
		return []agingservice.WriteOff{w}, err
	}
	list, err := api.ListWriteOffs(c, url.Values{"client_id": {page.Key(e.ClientID)}, "to": {page.Instant(e.At)}, "per_page": {"20"}})
	if err != nil {
		return nil, err
	}
	for _, row := range slices.Backward(list.Data) {
		w, err := api.GetWriteOff(c, row.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// whyRepaid says how much of a write-off the credit of an event repaid; nothing if none.
func whyRepaid(c *page.Context, w agingservice.WriteOff, e eventlogservice.Event) string {
	for _, r := range w.Recoveries {
		if r.RecoveredAt.Equal(e.At) && r.Reference == page.DataOf(e.Data).Reference {
			return c.T(words.CreditRepaid, r.Reference, page.Rupiah(r.Amount).Text, w.ID)
		}
	}
	return ""
}

// asksWriteOff is the kind of an approval of a write-off.
const asksWriteOff = "balance.write_off"

// maxAgingClients is how many clients are searched for the age of a debt, the oldest debts first.
const maxAgingClients = "100"

// whatIsAsked is asked for the page of an approval, which knows more of a write-off.
func whatIsAsked(c *page.Context, a api.ApprovalDetail) string {
	amount, since := factOf(a, "amount"), factOf(a, "owed_since")
	if a.Kind != asksWriteOff || amount.Value == "" || since.Value == "" {
		return asked(c, a.Kind, a.Subject, a.What)
	}
	return c.T(words.WriteOffAsked, factCell(c, amount, amount.Value).Text, words.Isolated(factOf(a, "client").Value),
		factCell(c, since, since.Value).Text)
}

// writeOffAsked shows what an approval of a write-off gives up, the client, all that it owes, and how old the oldest of it is.
func writeOffAsked(c *page.Context, a api.ApprovalDetail) ([]page.Block, error) {
	id, ok := strings.CutPrefix(a.Subject, "clients/")
	if a.Kind != asksWriteOff || !ok {
		return nil, nil
	}
	cl, err := api.GetClient(c, id)
	if err != nil {
		return nil, err
	}
	at, err := api.GetBalanceOfClient(c, id, nil)
	if err != nil {
		return nil, err
	}
	var figures []page.Figure
	if amount := factOf(a, "amount"); amount.Value != "" {
		figures = append(figures, page.Figure{Label: c.T(words.GivenUpAmount), Value: factCell(c, amount, amount.Value)})
	}
	figures = append(figures, []page.Figure{
		{Label: c.T(words.Client), Value: clientCell(c, cl.ID, cl.Name)},
		{Label: c.T(words.OwedInAll), Value: page.Rupiah(at.Receivable.Neg())},
	}...)
	aging, err := api.GetReceivablesAging(c, url.Values{"per_page": {maxAgingClients}})
	for _, one := range aging.Data.Clients {
		if one.ClientID == cl.ID {
			figures = append(figures, page.Figure{Label: c.T(words.OldestSince), Value: c.Time(one.Oldest)},
				page.Figure{Label: c.T(words.AgeInDays), Value: page.Number(int64(one.Days))})
		}
	}
	return []page.Block{page.Figures{Figures: figures}}, err
}
