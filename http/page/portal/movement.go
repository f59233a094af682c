package portal

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/audit/books"
)

// movement is a line of GET /me/balance-history: a movement and its event.
type movement struct {
	books.Movement
	Leaf  int64 `json:"leaf"`
	Event struct {
		Stream   string `json:"stream"`
		Revision int64  `json:"revision"`
		ID       string `json:"id"`
		Type     string `json:"type"`
		BookedAt string `json:"booked_at"`
		Data     string `json:"data"`
		Metadata string `json:"metadata"`
	} `json:"event"`
	Proof []string `json:"proof"`
}

type history struct {
	Checkpoint string     `json:"checkpoint"`
	Key        string     `json:"key"`
	Lines      []movement `json:"lines"`
}

// movementsPerPage is also the number of rows that one request for the CSV file reads.
const movementsPerPage = 50

// listMovements shows the newest movements first. The API lists the oldest first, so the list starts at the last page.
func listMovements(c *page.Context) (*page.Table, error) {
	query := c.Filter("from", "to")
	query.Set("per_page", strconv.Itoa(movementsPerPage))
	var h history
	meta, older, err := c.ListNewest("/me/balance-history", query, &h)
	return movementTable(c, h, meta.Total, older), err
}

func movementTable(c *page.Context, h history, total int64, older string) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.What, words.About, words.Change, words.BalanceAfter, words.Position),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   total, After: older, Empty: c.T(words.NoMovementsYet),
	}
	for i := len(h.Lines) - 1; i >= 0; i-- {
		m := h.Lines[i]
		t.Add(c.Time(m.At), page.Plain(c.Word(words.Events, m.Event.Type)).To(movementPath(c, m)), page.ID(m.Reference).To(subjectPath(c, m)),
			page.Rupiah(m.Amount), page.Rupiah(m.BalanceAfter), page.ID(strconv.FormatInt(m.Position, 10)))
	}
	return t
}

// movementPath is the page that explains a movement. The page finds the movement by its time.
func movementPath(c *page.Context, m movement) string {
	return c.Link("/balance/movements/" + strconv.FormatInt(m.Position, 10) + "?" + url.Values{"at": {page.Instant(m.At)}}.Encode())
}

// subjectPath is the page of the payment or payout that a movement belongs to; empty for a correction.
func subjectPath(c *page.Context, m movement) string {
	var payout struct {
		Kind string `json:"kind"`
		ID   int64  `json:"id"`
	}
	_ = json.Unmarshal([]byte(m.Event.Data), &payout) // an event of another kind has no such fields
	switch {
	case payout.ID > 0 && (payout.Kind == "withdrawal" || payout.Kind == "settlement"):
		return c.Link("/" + payout.Kind + "s/" + strconv.FormatInt(payout.ID, 10))
	case strings.HasPrefix(m.Kind, "balance.") && m.Kind != "balance.adjusted":
		return paymentPath(c, m.Reference)
	}
	return ""
}
