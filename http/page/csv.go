package page

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/projections/sheet"
)

// maxCSV is the maximum number of rows of a CSV file.
const maxCSV = 100_000

// csv writes all rows that the page's filters select, page by page.
func (c *Context) csv(p *Page) {
	table, err := c.list(p)
	if err != nil {
		c.refusePage(p, err)
		return
	}
	c.startFile(p)
	out := sheet.NewWriter(c.gin.Writer)
	_ = out.Write(table.headings()) // an error means that the browser has hung up; Flush and Error report it
	for written := 0; ; {
		table.write(out)
		out.Flush()
		written += len(table.Rows)
		if out.Error() != nil || table.After == "" || written >= maxCSV {
			return
		}
		c.Query.Set("after", table.After)
		if table, err = p.Table(c); err != nil {
			// The file is incomplete. Closing the connection tells the browser so.
			panic(errCutShort)
		}
	}
}

// startFile names the file that follows after the page.
func (c *Context) startFile(p *Page) {
	name := strings.Trim(strings.ReplaceAll(c.site.Prefix+p.Path, "/", "-"), "-")
	c.gin.Header("Content-Type", "text/csv; charset=utf-8")
	c.gin.Header("Content-Disposition", `attachment; filename="`+strings.ReplaceAll(name, ":", "")+`.csv"`)
}

// headings are those of the file.
func (t *Table) headings() (all []string) {
	for _, column := range slices.Concat(t.Columns, t.FileColumns) {
		all = append(all, column.Heading)
	}
	return all
}

func (t *Table) write(out *sheet.Writer) {
	for _, row := range t.Rows {
		line := make([]string, 0, len(row.Cells)+len(row.File))
		for _, cell := range slices.Concat(row.Cells, row.File) {
			line = append(line, cell.Raw)
		}
		_ = out.Write(line) // the writer keeps its error
	}
}

// tableCSV writes one of the tables of Show, by its number.
func (c *Context) tableCSV(p *Page, number string) {
	blocks, err := p.Show(c)
	if err != nil {
		c.problem(err)
		return
	}
	tables := numberTables(blocks)
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(tables) {
		c.fail(http.StatusNotFound, words.NotFoundTitle, words.NotFoundText)
		return
	}
	c.startFile(p)
	out := sheet.NewWriter(c.gin.Writer)
	_ = out.Write(tables[n-1].headings()) // an error means that the browser has hung up
	tables[n-1].write(out)
	out.Flush()
}

// numberTables numbers the tables among blocks in the order of the page, and returns them.
func numberTables(blocks []Block) (tables []*Table) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *Table:
			tables = append(tables, b)
		case Columns:
			tables = append(append(tables, numberTables(b.Left)...), numberTables(b.Right)...)
		case Module:
			tables = append(tables, numberTables(b.Blocks)...)
		}
	}
	for i, t := range tables {
		t.number = i + 1
	}
	return tables
}
