package console

import (
	"bufio"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

var logMark = regexp.MustCompile(`data-mark="(\d+)"`)

func TestTheLogIsFilteredPagedAndFollowed(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	v := staff(t, "support")
	client := strings.TrimPrefix(m.AdminPath(""), "/admin/clients/")
	path := "/console/log?client_id=" + client
	page := v.get(t, path).shows(t, "Client registered", "Client approved", "Balance adjusted")
	v.get(t, path+"&type=account.approved").shows(t, "Client approved").hides(t, "Client registered")
	v.get(t, path+"&category=balance").shows(t, "Balance adjusted").hides(t, "Client approved")
	v.get(t, path+"&type=payment.paid").shows(t, "Nothing matches")
	v.get(t, path+"&client_id=none").leadsTo(t, "/console/log") // the first one counts

	mark := logMark.FindStringSubmatch(page.Body)
	if mark == nil {
		t.Fatal("the list has no mark to go on from")
	}
	m.OpenInvoice(t, 50_000, nil)
	v.get(t, path+"&wait=5&since="+mark[1]).shows(t, "Payment requested").hides(t, "Client registered")
	one := v.get(t, path+"&wait=5&limit=1&since="+mark[1])
	if n := len(eventPage.FindAllString(one.Body, -1)); n != 1 {
		t.Errorf("a step shows %d events, want 1:\n%s", n, one.text())
	}
}

func TestTheRequestOfAnEventIsFollowed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	answer := m.Post(t, "/payments/invoice", object{"amount": 50_000}).Wants(t, 201)
	request := answer.Header.Get("X-Request-Id")
	staff(t, "auditor").get(t, "/console/log?correlation_id="+url.QueryEscape(request)).shows(t, "Payment requested", "Opened by the provider").
		hides(t, "Client registered")
}

func TestStaffsOpenPagesAreToldOfEvents(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := staff(t, "admin")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.url+"/console/live", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := v.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		switch lines.Text() {
		case ": open":
			m.OpenInvoice(t, 50_000, nil)
		case "event: change":
			return
		}
	}
	t.Fatalf("the stream ended without a change: %v", lines.Err())
}
