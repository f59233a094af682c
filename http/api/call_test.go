package api_test

import (
	"net/url"
	"testing"

	"gateway/http/api"
	"gateway/http/api/envelope"
)

// twoPages is an API whose lists have two pages. It keeps what it was asked for.
type twoPages struct {
	path  string
	query url.Values
}

func (a *twoPages) Ask(path string, query url.Values, _ any) (envelope.Meta, string, error) {
	a.path, a.query = path, query
	number := 1
	if query.Get("page") == "2" {
		number = 2
	}
	return envelope.Meta{CurrentPage: number, LastPage: 2}, "cursor", nil
}

func (a *twoPages) Send(_, path string, _, _ any) error {
	a.path = path
	return nil
}

func TestAListSaysWhereItsNextPageBegins(t *testing.T) {
	t.Parallel()
	tickets := func(c api.Caller, query url.Values) (string, error) {
		list, err := api.ListTickets(c, query)
		return list.Next, err
	}
	callbacks := func(c api.Caller, query url.Values) (string, error) {
		list, err := api.ListOwnCallbacks(c, query)
		return list.Next, err
	}
	for name, rule := range map[string]struct {
		list              func(api.Caller, url.Values) (string, error)
		after, next, page string
	}{
		"a list of numbered pages":        {tickets, "", "2", ""},
		"the last of numbered pages":      {tickets, "2", "", "2"},
		"a list with cursors":             {callbacks, "", "cursor", ""},
		"a list with cursors, further on": {callbacks, "c1", "cursor", ""},
	} {
		a := &twoPages{}
		query := url.Values{"after": {rule.after}}
		next, err := rule.list(a, query)
		if err != nil || next != rule.next || a.query.Get("page") != rule.page || query.Get("after") != rule.after {
			t.Errorf("%s: next is %q (%v), asked for %v; the caller's query is %v", name, next, err, a.query, query)
		}
	}
}

func TestAParameterOfAPathStaysOneSegment(t *testing.T) {
	t.Parallel()
	a := &twoPages{}
	if _, err := api.GetTimeline(a, "transactions/INV 1?", nil); err != nil || a.path != "/timeline/transactions%2FINV%201%3F" {
		t.Errorf("asked for %s: %v", a.path, err)
	}
	if err := api.RemoveCallbackEndpoint(a, "../../1"); err != nil || a.path != "/callback-endpoints/..%2F..%2F1" {
		t.Errorf("sent to %s: %v", a.path, err)
	}
}
