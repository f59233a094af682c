package console

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

var (
	technicalDetails = regexp.MustCompile(`(?s)<details[^>]*><summary>Technical details</summary>.*?</details>`)
	// ofTheLog matches what only technical details may hold: names of events, streams, ids of requests and of events, and the headers
	// and bodies of callbacks.
	ofTheLog = regexp.MustCompile(`\b[a-z_]+\.[a-z_]+\.v\d\b|\b(?:account|approval|balance|callback|callback_endpoints|documents|payment|ticket|transaction)-\w+` +
		`|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|webhook-(?:id|signature|timestamp)|"(?:transaction_id|event|type)":|\b(?:cb|msg|evt|dlv|del)_[0-9a-f]{6,}`)
)

// No page of a single thing of a merchant names an event of the log, a stream or a request, or shows the id or the body of a
// callback, but in its technical details. The test knows each page of the portal that shows one thing.
func TestAMerchantReadsNamesOfTheLogInTechnicalDetailsOnly(t *testing.T) {
	t.Parallel()
	m, r := harness.NewFundedMerchant(t, 900_000), receiver.New(t)
	v := owner(t, m)
	v.post(t, "/portal/endpoints", url.Values{"url": {r.URL + "/hook"}, "events": {"*"}}).is(t, 200)
	things := map[string]string{}
	dispute, _ := m.Dispute(t, 100_000)
	things["/disputes/:id"] = fmt.Sprint("/disputes/", dispute)
	id := m.OpenInvoice(t, 100_000, object{"metadata": object{"callback_url": r.URL + "/paid"}})
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	things["/payments/:id"] = "/payments/" + id
	things["/withdrawals/:id"] = fmt.Sprint("/withdrawals/", m.Withdraw(t, 50_000, r.URL+"/withdrawn"))
	things["/settlements/:id"] = fmt.Sprint("/settlements/", m.Post(t, "/settlements", object{"jumlah": 30_000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"))
	wallet := paid(t, m, "ewallet", object{"amount": 100_000, "channel_code": "DANA"})
	m.AwaitPayment(t, wallet, "PAID")
	things["/refunds/:id"] = fmt.Sprint("/refunds/", m.Post(t, "/refunds",
		object{"transaction_id": wallet, "reason": "other"}).Wants(t, 201).ID(t, "id"))
	login := m.LogIn(t)
	things["/tickets/:id"] = fmt.Sprint("/tickets/", login.Post(t, "/tickets",
		object{"subject": "a", "description": "b", "category": "question", "priority": "high"}).Wants(t, 201).ID(t, "id"))
	things["/people/:id"] = fmt.Sprint("/people/", login.Post(t, "/me/users",
		object{"email": m.Gateway.NextEmail(), "role": "viewer"}).Wants(t, 201).ID(t, "id"))
	v.post(t, "/portal/keys/restricted", url.Values{"name": {"ci"}, "scope_endpoints": {"true"}}).is(t, 200)
	slip := harness.WithholdingSlip(t, "WORDS0001", 3_000)
	form := url.Values{
		"number": {"WORDS0001"}, "gross": {"150.000"}, "tax": {"3.000"}, "period": {fmt.Sprint(slip["period"])},
		"slip_date": {fmt.Sprint(slip["slip_date"])},
	}
	v.upload(t, "/portal/withholding-slips", form, sentFile{"bukti.pdf", "application/pdf", pdf(t, "a slip", 9_000)})
	things["/withholding-slips/:number"] = "/withholding-slips/WORDS0001"
	for _, listed := range []struct{ page, list, link string }{
		{"/balance/movements/:position", "/balance", `/balance/movements/[^"]*`},
		{"/callbacks/:id", "/callbacks", `/callbacks/cb_[0-9a-f]+`},
		{"/keys/:id", "/keys", `/keys/[0-9]+`},
		{"/security/sessions/:id", "/security", `/security/sessions/[0-9]+`},
		{"/endpoints/:id", "/endpoints", `/endpoints/[0-9]+`},
		{"/endpoints/:id/deliveries/:delivery", "/endpoints/:id", `/endpoints/[0-9]+/deliveries/[^"?]+`},
	} {
		list := listed.list
		if known := things[list]; known != "" {
			list = known
		}
		poll.Until(t, "the list has "+listed.page, func() bool {
			found := regexp.MustCompile(`"/portal(` + listed.link + `)"`).FindStringSubmatch(v.get(t, "/portal"+list).Body)
			if found != nil {
				things[listed.page] = strings.ReplaceAll(found[1], "&amp;", "&")
			}
			return found != nil
		})
	}
	for _, p := range site.NewPortal(page.Config{}).Pages {
		path, known := things[p.Path]
		switch {
		case !strings.Contains(p.Path, ":"), p.File != nil, p.Still: // a tax invoice, which is a paper, is of a closed month
			continue
		case !known:
			t.Errorf("the test knows no %s", p.Path)
			continue
		}
		got := v.get(t, "/portal"+path).is(t, 200)
		got.Body = technicalDetails.ReplaceAllString(got.Body, " ")
		if found := ofTheLog.FindStringIndex(got.text()); found != nil {
			said := got.text()
			t.Errorf("%s shows …%s…", path, said[max(0, found[0]-60):min(len(said), found[1]+60)])
		}
	}
}
