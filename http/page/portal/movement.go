package portal

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// movementsPerPage is also the number of rows that one request for the CSV file reads.
const movementsPerPage = 50

// listMovements shows the newest movements first. The API lists the oldest first, so the list starts at the last page.
func listMovements(c *page.Context) (*page.Table, error) {
	query := c.Filter("from", "to")
	query.Set("per_page", strconv.Itoa(movementsPerPage))
	list, err := page.Newest(c, query, api.ListMyBalanceHistory)
	return movementTable(c, list), err
}

func movementTable(c *page.Context, list api.List[api.BalanceHistory]) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.What, words.About, words.Change, words.BalanceAfter, words.Position),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NoMovementsYet),
	}
	for _, m := range slices.Backward(list.Data.Lines) {
		t.Add(c.Time(m.At), page.Plain(c.Word(words.Events, m.Event.Type)).To(movementPath(c, m)), page.ID(m.Reference).To(subjectPath(c, m)),
			page.Rupiah(m.Amount), page.Rupiah(m.BalanceAfter), page.ID(strconv.FormatInt(m.Position, 10)))
	}
	return t
}

// movementPath is the page that explains a movement. The page finds the movement by its time.
func movementPath(c *page.Context, m api.ProvenMovement) string {
	return c.Link("/balance/movements/" + strconv.FormatInt(m.Position, 10) + "?" + url.Values{"at": {page.Instant(m.At)}}.Encode())
}

// subjectPath is the page of the payment or payout that a movement belongs to; empty for a correction.
func subjectPath(c *page.Context, m api.ProvenMovement) string {
	payout := page.DataOf([]byte(m.Event.Data))
	switch {
	case payout.ID > 0 && (payout.Kind == "withdrawal" || payout.Kind == "settlement"):
		return c.Link("/" + payout.Kind + "s/" + strconv.FormatInt(payout.ID, 10))
	case strings.HasPrefix(m.Kind, "balance.") && m.Kind != "balance.adjusted":
		return paymentPath(c, m.Reference)
	}
	return ""
}
