package page

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"gateway/domain/brand"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// part is the data of a block's template: the block, and what depends on the request.
type part struct {
	*Context
	B Block
}

// Block renders a block inside another, or inside the page.
func (p part) Block(b Block) (template.HTML, error) {
	var out strings.Builder
	err := templates.ExecuteTemplate(&out, b.template(), part{p.Context, b})
	return template.HTML(out.String()), err //nolint:gosec // the template has escaped it
}

// frameWords are the words of the templates.
var frameWords = map[string]words.Text{
	"gateway": words.Gateway, "skip": words.SkipToContent, "helpin": words.HelpInGuide, "menu": words.Menu,
	"logout": words.LogOut, "other": words.OtherLanguage,
	"search": words.Search, "searchall": words.SearchAll, "show": words.Show, "reset": words.Reset, "csv": words.DownloadCSV,
	"next": words.NextPage, "first": words.FirstPage, "optional": words.Optional, "live": words.Updating, "offline": words.Offline,
	"keys": words.ShortKeys, "keysearch": words.KeySearch, "keyrows": words.KeyRows, "keyends": words.KeyFirst, "keyopen": words.KeyOpen,
	"choose": words.Choose, "chooseall": words.ChooseAll, "withchosen": words.WithChosen,
	"keyhelp": words.KeyHelp, "keyclose": words.KeyClose, "keyfields": words.KeyFields, "keyson": words.KeysOn,
	"ended": words.SessionEnded, "sandbox": words.SandboxRibbon, "production": words.ProductionRibbon,
	"prefix": words.SandboxPrefix, "postings": words.Postings, "data": words.EventData,
	"astable": words.AsTable, "technical": words.Technical, "day": words.DayWord, "value": words.ValueWord,
	"since": words.Since, "none": words.None, "once": words.CopyOnce, "copy": words.Copy,
	"copied": words.Copied, "copybyhand": words.CopyByHand, "waits": words.WaitsFor,
}

// W returns a word of the templates by its name.
func (p part) W(name string) (string, error) {
	text, ok := frameWords[name]
	if !ok {
		return "", fmt.Errorf("no word %q", name)
	}
	return p.T(text), nil
}

// Value is the field's value: the sent one as it was typed, or the one in the page's address, or the initial one.
func (f formField) Value() string {
	if f.F.Kind == Money && !f.sent() {
		return groupedAmount(f.value())
	}
	return f.value()
}

func (f formField) value() string {
	switch p := f.P; {
	case f.F.Kind == "password" || f.F.Complete == "one-time-code":
		return ""
	case f.sent():
		return p.Posted.Get(f.F.Name)
	case p.Posted == nil && p.Query.Has(f.F.Name):
		return p.Query.Get(f.F.Name)
	}
	return f.F.Value
}

// Wrong is what the API says is wrong with a field of the sent form, or with a filter in the page's address.
func (f formField) Wrong() string {
	if f.P.Problem == nil || f.P.Posted != nil && !f.sent() || f.P.Problem.Fields[f.F.Name] == "" {
		return ""
	}
	return f.P.wrong(f.F, f.P.Problem.Fields[f.F.Name])
}

// sent reports whether the field is part of the sent form. A page may have other forms with fields of the same name.
func (f formField) sent() bool { return f.P.isSent(f.Form) }

// Next, First, CSV and Clear are addresses of the page with other parameters.
func (p part) Next(after string) string { return p.address(map[string]string{"after": after}) }

// First is the address of the first page of the list, with the same filters.
func (p part) First() string { return p.address(map[string]string{"after": ""}) }

// CSV is the address of the list as a file.
func (p part) CSV() string { return p.address(map[string]string{"format": "csv", "after": ""}) }

// TableCSV is the address of the table as a file, empty if it can't be one.
func (p part) TableCSV() string {
	t, ok := p.B.(*Table)
	if !ok || t.number == 0 || p.Posted != nil {
		return ""
	}
	return p.address(map[string]string{"format": "csv", "table": strconv.Itoa(t.number)})
}

// Clear is the address of the page without filters.
func (p part) Clear() string { return p.gin.Request.URL.EscapedPath() }

// IsPage reports whether the block is the page's own list.
func (p part) IsPage() bool {
	t, ok := p.B.(*Table)
	return ok && t.page
}

// IsFirst reports whether the list is shown from its start.
func (p part) IsFirst() bool { return p.Query.Get("after") == "" }

// Filtered reports whether a filter of the list is set.
func (p part) Filtered() bool {
	t, ok := p.B.(*Table)
	if !ok {
		return false
	}
	if t.refused {
		return true
	}
	for _, f := range t.Filters {
		if p.Query.Get(f.Name) != "" {
			return true
		}
	}
	return false
}

// NothingText is the text of a list without rows.
func (p part) NothingText() string {
	switch t, ok := p.B.(*Table); {
	case ok && t.refused:
		return p.T(words.CorrectFilter)
	case p.Filtered():
		return p.T(words.NothingFound)
	case ok && t.Empty != "":
		return t.Empty
	}
	return p.T(words.NothingHere)
}

// Rupiah shows an amount.
func (part) Rupiah(d decimal.Decimal) Cell { return Rupiah(d) }

// Rows says how many rows there are.
func (p part) Rows(n int64) string { return p.T(words.RowsOf, n) }

// RoleName is the word for the person's role.
func (p part) RoleName() string { return p.Word(words.Roles, p.Who.Role) }

// SiteName, SitePrefix and SearchPath describe the site.
func (p part) SiteName() string {
	if name := p.site.Brand.Name; name != "" {
		return name + " · " + p.T(p.site.Name)
	}
	return p.T(p.site.Name)
}

// AreaName is the name of the site without the operator's.
func (p part) AreaName() string { return p.T(p.site.Name) }

// Identity is what the page shows of the operator.
func (p part) Identity() Identity { return p.site.identity }

// Brand is the operator's.
func (p part) Brand() brand.Brand { return p.site.Brand }

// SearchPath is the page of the search, empty if the person may not search.
func (p part) SearchPath() string {
	if p.site.SearchPath == "" || p.Who.Role == "" || !p.May(p.site.SearchGroup) {
		return ""
	}
	return p.Link(p.site.SearchPath)
}

// formField is the data of a field's template.
type formField struct {
	P part
	F Field
	// Form is the path of the form's action below the site's prefix.
	Form string
	// Prefix distinguishes fields of the same name in two forms of a page.
	Prefix string
}

// FieldOf returns a field of the form at a path, for its template.
func (p part) FieldOf(f Field, form string) formField {
	return formField{p, f, form, strings.Trim(strings.ReplaceAll(form, "/", "-"), "-") + "-"}
}
