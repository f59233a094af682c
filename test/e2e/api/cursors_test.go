package api

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// next is the path in the header Link, empty at the end of a list.
func next(t *testing.T, a answer) string {
	t.Helper()
	link := a.Header.Get("Link")
	if link == "" {
		return ""
	}
	target, rel, _ := strings.Cut(strings.TrimPrefix(link, "<"), ">; ")
	if rel != `rel="next"` {
		t.Fatalf("the link is %s", link)
	}
	_, path, found := strings.Cut(target, "/api/v2")
	if !found {
		t.Fatalf("the link leads to %s", target)
	}
	return path
}

// The documentation promises: follow the header Link until there is none (Lists).
func TestAListIsReadToItsEndByItsLinks(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for n := range 5 {
		m.Post(t, "/transactions", object{"total": 1000 + n}).Wants(t, 201)
	}
	var read []string
	last := m.Get(t, "/transactions?per_page=2").Wants(t, 200)
	for n, path := 1, next(t, last); ; path = next(t, last) {
		read = append(read, last.Column(t, "total")...)
		last.HasMeta(t, 5, 2, n, 3)
		if path == "" {
			break
		}
		if n == 1 {
			m.Post(t, "/transactions", object{"total": 9000}).Wants(t, 201) // newer than everything that was read
		}
		last, n = m.Get(t, "%s", path).Wants(t, 200), n+1
	}
	if want := []string{"1004", "1003", "1002", "1001", "1000"}; !slices.Equal(read, want) {
		t.Errorf("the links led to %v, not to %v", read, want)
	}
}

func TestALinkOfAnotherMerchantOrFilterLeadsNowhere(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	for range 2 {
		m.Post(t, "/transactions", object{"total": 1000}).Wants(t, 201)
	}
	path := next(t, m.Get(t, "/transactions?per_page=1").Wants(t, 200))
	altered, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	query := altered.Query()
	query.Set("after", query.Get("after")[1:])
	altered.RawQuery = query.Encode()
	for name, a := range map[string]answer{
		"of another merchant": other.Get(t, "%s", path),
		"with another filter": m.Get(t, "%s&status=PAID", path),
		"altered":             m.Get(t, "%s", altered),
	} {
		t.Run(name, func(t *testing.T) { a.RefusesField(t, "after") })
	}
}
