package listing

import (
	"encoding/json"
	"fmt"
	"net/url"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// List is one list as one request asks for it.
type List struct {
	// Page is the part of the list that the request asks for.
	Page    readtable.Page
	cursors *Cursors
	// binding is what a cursor belongs to: the list, its rows per page, and its filters, the client included.
	binding []byte
}

// Request asks for a part of a list.
type Request struct {
	// Name names the list. Lists of the same name have the same rows for the same Filter.
	Name string
	// Filter holds everything that selects the rows, including the client. It is encoded as JSON.
	Filter any
	// Page and PerPage are the parameters page and per_page. After is the parameter after, or "".
	Page, PerPage int
	After         string
}

// Open starts the answer with a list. Refusals: invalid_field after if a cursor was altered or belongs to
// another list, client or filter; invalid_field page if both page and after are given.
func (k *Cursors) Open(c *gin.Context, r Request) (*List, error) {
	binding, err := json.Marshal([]any{r.Name, r.PerPage, r.Filter})
	if err != nil {
		return nil, fmt.Errorf("encode the filter of %s: %w", r.Name, err)
	}
	l := &List{Page: readtable.Page{Number: r.Page, PerPage: r.PerPage}, cursors: k, binding: binding}
	if r.After == "" {
		return l, nil
	}
	if _, both := c.GetQuery("page"); both {
		return nil, domain.InvalidField("page", "can't be given together with after")
	}
	l.Page, err = k.open(r.After, binding)
	l.Page.PerPage = r.PerPage
	return l, err
}

// Placed is a row that knows its place in the order of its list.
type Placed interface{ Place() readtable.Place }

// Respond answers 200 with the rows, or with the error err if it is not nil. data is the rows in the form of
// the answer, and total counts all rows. If more rows follow, the header Link leads to them.
func Respond[T Placed](c *gin.Context, l *List, rows []T, data any, total int64, err error) {
	if err == nil && len(rows) == l.Page.PerPage {
		l.link(c, rows[len(rows)-1].Place(), total)
	}
	page := envelope.Page{Number: l.Page.Number, PerPage: l.Page.PerPage}
	if len(rows) > 0 { // an empty page past the end says nothing about further rows
		total = max(total, page.Offset()+int64(len(rows)))
	}
	envelope.RespondList(c, data, page, total, err)
}

// link sets the header Link. With a cursor, total was counted at the first answer, so it can't tell whether
// more rows follow a full page.
func (l *List) link(c *gin.Context, last readtable.Place, total int64) {
	if seen := int64(l.Page.Number) * int64(l.Page.PerPage); l.Page.After == nil && seen >= total {
		return
	}
	last.Total = total
	query := c.Request.URL.Query()
	query.Del("page")
	query.Set("after", l.cursors.seal(readtable.Page{Number: l.Page.Number + 1, After: &last}, l.binding))
	next := url.URL{Path: c.Request.URL.Path, RawQuery: query.Encode()}
	c.Header("Link", "<"+next.String()+`>; rel="next"`)
}
