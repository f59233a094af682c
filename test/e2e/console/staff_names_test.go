package console

import (
	"encoding/csv"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var nextPage = regexp.MustCompile(`<a class="next" href="([^"]+)"`)

// Staff know clients by name. Each list and page about a client shows its name, which links to the client's
// page, and a file has name and id.
func TestClientsHaveTheirNamesInEveryList(t *testing.T) {
	t.Parallel()
	all, admin := newCrowd(t, "Warung Bu Sri"), staff(t, "admin")
	of := fmt.Sprintf("?client_id=%d", all.ID)
	link := fmt.Sprintf(`href="/console/clients/%d"`, all.ID)
	for _, path := range []string{
		"/transactions" + of, "/callbacks" + of, "/withdrawals" + of, "/settlements" + of, "/tickets" + of, "/suspense?status=open",
		"/audit-log?subject=clients/" + fmt.Sprint(all.ID),
	} {
		page := admin.get(t, "/console"+path).shows(t, all.Name)
		if !strings.Contains(page.Body, link) {
			t.Errorf("%s does not lead to the client", path)
		}
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		file := admin.get(t, "/console"+path+separator+"format=csv").is(t, 200)
		rows, err := csv.NewReader(strings.NewReader(file.Body)).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("the file of %s: %v, %d rows", path, err, len(rows))
		}
		id, name := slices.Index(rows[0], "Client"), slices.Index(rows[0], "Client name")
		if id < 0 || name < 0 || !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[id] == fmt.Sprint(all.ID) && row[name] == all.Name }) {
			t.Errorf("the file of %s has no row of client %d, %s:\n%s", path, all.ID, all.Name, file.Body)
		}
	}
	for _, path := range []string{
		"/transactions/" + all.Paid, "/callbacks/" + all.Callback, "/withdrawals/" + all.Withdrawal, "/settlements/" + all.Settlement,
		"/suspense/" + all.Suspense, "/tickets/" + all.Ticket, "/proposals?status=new", "/search?q=" + all.Paid,
	} {
		if page := admin.get(t, "/console"+path).shows(t, all.Name); !strings.Contains(page.Body, link) {
			t.Errorf("%s does not lead to the client", path)
		}
	}
	report := admin.get(t, "/console/period-report")
	for !strings.Contains(report.Body, link) { // the clients of other tests fill the pages before
		next := nextPage.FindStringSubmatch(report.Body)
		if next == nil {
			break
		}
		report = admin.get(t, html.UnescapeString(next[1]))
	}
	if !strings.Contains(report.Body, link) || !strings.Contains(report.text(), all.Name) {
		t.Error("the period report does not lead to the client")
	}
	listed := admin.post(t, "/console/callbacks/resend", map[string][]string{
		"status": {"exhausted"}, "client_id": {fmt.Sprint(all.ID)}, "limit": {"10"},
	}).is(t, 200)
	if strings.Contains(html.UnescapeString(listed.Body), link) && !strings.Contains(listed.text(), all.Name) {
		t.Error("callbacks to be sent again have no names")
	}
}
