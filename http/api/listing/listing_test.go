package listing_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/secret"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

type row int

func (r row) Place() readtable.Place {
	return readtable.Place{At: time.UnixMicro(int64(r) * 1_000_001).UTC(), Position: int64(r)}
}

// ask answers a request for a list of 5 rows, newest first, two to a page, with its rows, its
// meta and the header Link.
func ask(t *testing.T, cursors *listing.Cursors, path string, filter any) (body, link string) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	router := gin.New()
	router.GET("/rows", func(c *gin.Context) {
		p := envelope.ParamsOf(c)
		request := listing.Request{
			Name: c.DefaultQuery("list", "rows"), Filter: filter, After: p.QueryText("after"),
			Page: readtable.Page{Number: envelope.QueryInt(p, "page", 1, 1, 9), PerPage: envelope.QueryInt(p, "per_page", 2, 1, 9)},
		}
		listing.Answer(c, cursors, request, func(_ context.Context, page readtable.Page) ([]row, int64, error) {
			first := 6 - 1 - (page.Number-1)*page.PerPage
			if after := page.After; after != nil {
				if !after.At.Equal(row(after.Position).Place().At) {
					t.Errorf("the place came back as %+v", after)
				}
				first = int(after.Position) - 1
			}
			rows := []row{}
			for r := first; r > 0 && len(rows) < page.PerPage; r-- {
				rows = append(rows, row(r))
			}
			return rows, 5, nil
		})
	})
	recorder := httptest.NewRecorder()
	router.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
	return recorder.Body.String(), recorder.Header().Get("Link")
}

// next is the path of the link.
func next(t *testing.T, link string) string {
	t.Helper()
	path, ok := strings.CutSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`)
	if !ok {
		t.Fatalf("no link: %q", link)
	}
	return path
}

var cursors = listing.NewCursors(secret.NewRing("master"))

func TestALinkLeadsThroughTheListToItsEnd(t *testing.T) {
	t.Parallel()
	var got []string
	for path := "/rows?colour=red&page=1"; path != ""; {
		body, link := ask(t, cursors, path, "of client 7")
		got = append(got, regexp.MustCompile(`"data".*`).FindString(body))
		if path = ""; link != "" {
			path = next(t, link)
			if !strings.HasPrefix(path, "/rows?after=") || !strings.HasSuffix(path, "&colour=red") {
				t.Errorf("the link is %s", link)
			}
		}
	}
	meta := `"meta":{"total":5,"per_page":2,"current_page":%d,"last_page":3}}`
	want := []string{`"data":[5,4],` + fmt.Sprintf(meta, 1), `"data":[3,2],` + fmt.Sprintf(meta, 2), `"data":[1],` + fmt.Sprintf(meta, 3)}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestACursorIsOfOneListWithItsFilters(t *testing.T) {
	t.Parallel()
	_, link := ask(t, cursors, "/rows", "of client 7")
	path := next(t, link)
	cursor := strings.TrimPrefix(path, "/rows?after=")
	altered := []byte(cursor)
	altered[len(altered)/2] ^= 1
	taken := `{"success":true,"message":"OK","code":200,"data":[3,2]`
	refused := `"message":"after: must be the cursor of the link`
	ring := secret.NewRing("the next master")
	for name, c := range map[string]struct {
		path    string
		cursors *listing.Cursors
		filter  any
		want    string
	}{
		"as it was given":                        {path, cursors, "of client 7", taken},
		"with the parameter that is the default": {path + "&per_page=2", cursors, "of client 7", taken},
		"another filter":                         {path, cursors, "of client 7, PAID", refused},
		"another client's":                       {path, cursors, "of client 8", refused},
		"another list's":                         {path + "&list=others", cursors, "of client 7", refused},
		"another number to a page":               {path + "&per_page=3", cursors, "of client 7", refused},
		"altered":                                {"/rows?after=" + string(altered), cursors, "of client 7", refused},
		"cut off":                                {"/rows?after=" + cursor[:len(cursor)-4], cursors, "of client 7", refused},
		"too short":                              {"/rows?after=AAAA", cursors, "of client 7", refused},
		"no cursor":                              {"/rows?after=%3F%3F", cursors, "of client 7", refused},
		"with a page":                            {path + "&page=2", cursors, "of client 7", `"message":"page: can't be given together with after"`},
		"empty is none":                          {"/rows?after=", cursors, "of client 7", `{"success":true,"message":"OK","code":200,"data":[5,4]`},
		"another installation's":                 {path, listing.NewCursors(ring), "of client 7", refused},
		"the former master secret's":             {path, listing.NewCursors(secret.NewRing("the next master", "master")), "of client 7", taken},
		"the next master secret's":               {path, listing.NewCursors(ring.WithNext("master")), "of client 7", taken},
	} {
		if body, _ := ask(t, c.cursors, c.path, c.filter); !strings.Contains(body, c.want) {
			t.Errorf("%s: %s", name, body)
		}
	}
}

func TestACursorTellsNothing(t *testing.T) {
	t.Parallel()
	_, one := ask(t, cursors, "/rows", "of client 7")
	_, again := ask(t, cursors, "/rows", "of client 7")
	if one == again {
		t.Errorf("the same cursor twice: %s", one)
	}
}
