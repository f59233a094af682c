package listing

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// list is one list as one request asks for it.
type list struct {
	// page is the part of the list that the request asks for.
	page    readtable.Page
	cursors *Cursors
	// binding is what a cursor belongs to: the list, its rows per page, and its filters, the client included.
	binding []byte
	// byAmount says that the amounts order the list.
	byAmount bool
}

// Request asks for a part of a list.
type Request struct {
	// Name names the list. Lists of the same name have the same rows for the same Filter.
	Name string
	// Filter holds everything that selects the rows, including the client. It is encoded as JSON.
	Filter any
	// Page has the parameters page and per_page. After is the parameter after, or "".
	Page  readtable.Page
	After string
	// ByAmount says that the amounts order the list.
	ByAmount bool
}

// Read returns the rows of a page, and how many rows the whole list has.
type Read[T Placed] func(ctx context.Context, page readtable.Page) (rows []T, total int64, err error)

// Answer answers 200 with a part of a list. If more rows follow, the header Link leads to them. Refusals:
// invalid_field after if a cursor was altered or belongs to another list, client or filter; invalid_field page
// if both page and after are given; those of read.
func Answer[T Placed](c *gin.Context, k *Cursors, r Request, read Read[T]) {
	AnswerAs(c, k, r, read, func(rows []T) any { return rows })
}

// AnswerAs is Answer with the rows in the form that show gives them.
func AnswerAs[T Placed](c *gin.Context, k *Cursors, r Request, read Read[T], show func(rows []T) any) {
	l, err := k.list(c, r)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := read(c.Request.Context(), l.page)
	if err == nil && len(rows) == l.page.PerPage {
		l.link(c, rows[len(rows)-1].Place(), total)
	}
	if len(rows) > 0 { // an empty page past the end says nothing about further rows
		total = max(total, int64(l.page.Number-1)*int64(l.page.PerPage)+int64(len(rows)))
	}
	envelope.RespondList(c, show(rows), l.page, total, err)
}

func (k *Cursors) list(c *gin.Context, r Request) (*list, error) {
	binding, err := json.Marshal([]any{r.Name, r.Page.PerPage, r.Filter})
	if err != nil {
		return nil, fmt.Errorf("encode the filter of %s: %w", r.Name, err)
	}
	l := &list{page: r.Page, cursors: k, binding: binding, byAmount: r.ByAmount}
	if r.After == "" {
		return l, nil
	}
	if _, both := c.GetQuery("page"); both {
		return nil, domain.InvalidField("page", "can't be given together with after")
	}
	l.page, err = k.open(r.After, binding)
	l.page.PerPage = r.Page.PerPage
	return l, err
}

// Placed is a row that knows its place in the order of its list.
type Placed interface{ Place() readtable.Place }

// link sets the header Link. With a cursor, total was counted at the first answer, so it can't tell whether
// more rows follow a full page.
func (l *list) link(c *gin.Context, last readtable.Place, total int64) {
	if seen := int64(l.page.Number) * int64(l.page.PerPage); l.page.After == nil && seen >= total {
		return
	}
	last.Total = total
	if !l.byAmount {
		last.Amount = decimal.Zero
	}
	query := c.Request.URL.Query()
	query.Del("page")
	query.Set("after", l.cursors.seal(readtable.Page{Number: l.page.Number + 1, After: &last}, l.binding))
	next := url.URL{Path: c.Request.URL.Path, RawQuery: query.Encode()}
	c.Header("Link", "<"+next.String()+`>; rel="next"`)
}
