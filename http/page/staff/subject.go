package staff

import (
	"net/url"
	"strings"

	"gateway/http/page"
)

// place is where staff look at a thing: a path below the site's prefix, and the group that may open it.
type place struct{ path, group string }

// ownPages are the pages of things, by the kind that paths of the API have. The id is appended.
var ownPages = map[string]place{
	"clients":           {"/clients/", "read"},
	"transactions":      {"/transactions/", "read"},
	"payments":          {"/transactions/", "read"},
	"withdrawals":       {"/withdrawals/", "read"},
	"settlements":       {"/settlements/", "read"},
	"refunds":           {"/refunds/", "read"},
	"disputes":          {"/disputes/", "read"},
	"withholding-slips": {slipsPath + "/", "read_tax"},
	"documents":         {documentsPath + "/", "manage"},
	"callbacks":         {"/callbacks/", "read"},
	"fees":              {"/fees/", "read"},
	"bank-channels":     {"/banks/", "read"},
	"suspense":          {"/suspense/", "books"},
	"approvals":         {"/approvals/", "books"},
	"connections":       {connectionsPath + "/", "read"},
	monthSubject:        {monthsPath + "/", "books"},
	"projections":       {"/projections/", "books"},
	"tickets":           {"/tickets/", "read_support"},
	"admins":            {"/admins/", "read_staff"},
}

// listPages are the lists of things without a page of their own.
var listPages = map[string]place{
	"proposals": {"/proposals", "read_support"},
	"treasury":  {"/treasury", "books"},
	"routing":   {routingPath, "read"},
	"admins":    {"/admins", "read_staff"},
}

// partsOfClient are the parts of a client's page that show things of a kind. Their paths follow the client's id.
var partsOfClient = map[string]place{
	"apps":   {"/apps", "read"},
	"users":  {"", "read"},
	"person": {"", "read"},
	"email":  {"", "read"},
}

// placeOf finds the place of the subject of an event or approval, such as withdrawals/17, of a client (0 for
// none). For a thing without a page, the place is the log, filtered by the stream that has the thing's name.
func placeOf(subject string, clientID int64) place {
	kind, id, _ := strings.Cut(subject, "/")
	if own, ok := ownPages[kind]; ok && id != "" {
		return place{own.path + url.PathEscape(id), own.group}
	}
	if list, ok := listPages[kind]; ok {
		return list
	}
	if part, ok := partsOfClient[kind]; ok && clientID > 0 {
		return place{"/clients/" + page.Key(clientID) + part.path, part.group}
	}
	if id == "" {
		return place{}
	}
	return place{"/log?" + url.Values{"stream": {kind + "-" + id}}.Encode(), "books"}
}

// subjectPath is the address of the subject of an event or approval. It is empty if there is none, or the
// person may not open it.
func subjectPath(c *page.Context, subject string, clientID int64) string {
	found := placeOf(subject, clientID)
	if found.path == "" || !c.May(found.group) {
		return ""
	}
	return c.Link(found.path)
}
