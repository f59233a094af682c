package console

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"testing"

	"gateway/domain/file"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// sentFile is a file that a browser sends.
type sentFile struct {
	name, mediaType string
	content         []byte
}

// upload sends a form with files as a browser does, which sends an empty part for a field without any.
func (v *visitor) upload(t *testing.T, path string, form url.Values, files ...sentFile) answered {
	t.Helper()
	return v.uploadTo(t, path, "files", form, files...)
}

// uploadTo is upload with the name of the field that takes the files.
func (v *visitor) uploadTo(t *testing.T, path, field string, form url.Values, files ...sentFile) answered {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name := range form {
		must(t, w.WriteField(name, form.Get(name)))
	}
	if len(files) == 0 {
		files = []sentFile{{"", "application/octet-stream", nil}}
	}
	for _, f := range files {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, field, f.name)}, "Content-Type": {f.mediaType},
		})
		must(t, err)
		_, err = part.Write(f.content)
		must(t, err)
	}
	must(t, w.Close())
	return v.send(t, http.MethodPost, path, &body, http.Header{"Content-Type": {w.FormDataContentType()}, "Sec-Fetch-Site": {"same-origin"}})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pdf is a whole PDF of at least so many bytes.
func pdf(t *testing.T, text string, size int) []byte {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(harness.PDF(text))
	must(t, err)
	if missing := size - len(content); missing > 0 {
		content = append(content[:len(content):len(content)], append(bytes.Repeat([]byte(" "), missing), content...)...)
	}
	return content
}

// A merchant without a developer answers a dispute with files, and sees what happens with the money in each state.
func TestAMerchantAnswersADisputeInTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id, payment := m.Dispute(t, 100_000)
	support := m.Gateway.AddAdmin(t, "support")
	v, path := owner(t, m), fmt.Sprint("/portal/disputes/", id)
	v.get(t, "/portal").shows(t, fmt.Sprintf("Dispute %d, Rp100.000: answer by", id), "minutes left")
	v.get(t, "/portal/payments/"+payment).shows(t, "Disputes of this payment", fmt.Sprint("Dispute ", id), "The customer disputes the money").
		hides(t, "Check before it is sent")
	v.get(t, path).shows(t, "Needs a response", "Held now Rp100.000", "Rp100.000 is held since the customer disputed it", "goods not received",
		"minutes left", "Not answered yet", "What happens next Answer with what proves your case", "Let the customer have the money", payment)
	v.upload(t, path+"/evidence", url.Values{"text": {""}}).is(t, 400).says(t, "“What the network should know”: is required without files")
	receipt, photo := pdf(t, "signed for", 30_000), []byte("\xff\xd8\xff photo \xff\xd9")
	v.upload(t, path+"/evidence", url.Values{"text": {"Delivered.\nSigned for."}},
		sentFile{"tanda terima.pdf", "application/pdf", receipt}, sentFile{"photo.jpg", "application/octet-stream", photo}).leadsTo(t, path)
	v.get(t, path).shows(t, "Rp100.000 is held. The answer is here", "We forward the answer to the network", "Delivered.",
		"Download tanda terima.pdf (31 kB)", "Download photo.jpg (1 kB)", "Replace the answer", "(")
	v.get(t, "/portal").shows(t).hides(t, fmt.Sprintf("Dispute %d, Rp100.000: answer by", id))
	v.upload(t, path+"/evidence", url.Values{"text": {"More."}}).leadsTo(t, path)
	shown := v.get(t, path).shows(t, "More.", "Delivered.", "Download tanda terima.pdf")
	file := v.get(t, linkTo(t, shown, "tanda terima.pdf")).is(t, 200)
	if file.Body != string(receipt) || !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment") ||
		!strings.Contains(file.Header.Get("Content-Security-Policy"), "sandbox") || file.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the file of a former answer came as %v", file.Header)
	}
	support.Post(t, fmt.Sprintf("/admin/disputes/%d/forward", id), nil).Wants(t, 200)
	v.get(t, path).shows(t, "Under review", "The network has the answer, and decides", "can't be changed").hides(t, "Replace the answer", "Let the customer have")
	v.upload(t, path+"/evidence", url.Values{"text": {"late"}}).is(t, 400).says(t, "the dispute is under_review")
	m.Gateway.Admin(t).Post(t, fmt.Sprintf("/admin/disputes/%d/decide", id), object{"outcome": "won"}).Wants(t, 200)
	v.get(t, path).shows(t, "Won", "Rp100.000 is back on the balance", "Held now Rp0", "the dispute is over")
	v.get(t, "/portal/disputes").shows(t, fmt.Sprint("Dispute ", id), "Rp100.000", "Won", payment)
	v.get(t, "/portal/disputes?status=lost").hides(t, payment)
	v.get(t, "/portal/disputes?order=due").hides(t, payment)
	v.get(t, "/portal/disputes?transaction_id="+payment).shows(t, "Rows: 1")
	v.get(t, "/portal/search?q=dsp-"+payment).leadsFurther(t, fmt.Sprint(id))
	if table := v.get(t, "/portal/disputes?format=csv"); !strings.Contains(table.Body, payment) {
		t.Errorf("the file has no dispute:\n%s", table.Body)
	}
}

// linkTo is the address of the link with the text in it.
func linkTo(t *testing.T, a answered, text string) string {
	t.Helper()
	for _, link := range strings.Split(a.Body, `<a href="`)[1:] {
		address, rest, _ := strings.Cut(link, `"`)
		if words, _, _ := strings.Cut(rest, "</a>"); strings.Contains(words, text) {
			return address
		}
	}
	t.Fatalf("no link to %q:\n%s", text, a.text())
	return ""
}

func TestAMerchantLetsTheCustomerHaveTheMoney(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id, _ := m.Dispute(t, 50_000)
	v, path := person(t, m, "finance"), fmt.Sprint("/portal/disputes/", id)
	v.get(t, path).shows(t, "Rp50.000 goes to the customer")
	v.post(t, path+"/accept", nil).shows(t, "Let the customer have Rp50.000?", "Nothing happened yet", "The fee of the payment does not come back",
		"Yes, the customer gets Rp50.000")
	m.Get(t, "/disputes/%d", id).Wants(t, 200).Is(t, object{"status": "needs_response"})
	v.post(t, path+"/accept", url.Values{"sure": {"true"}}).leadsTo(t, path)
	v.get(t, path).shows(t, "Accepted", "Rp50.000 stays held until the provider takes it", "Held now Rp50.000").hides(t, "Answer the dispute")
}

func TestOnlySomeOfAMerchantsPeopleAnswerDisputes(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id, _ := m.Dispute(t, 50_000)
	path := fmt.Sprint("/portal/disputes/", id)
	viewer := person(t, m, "viewer")
	viewer.get(t, path).shows(t, "Needs a response", "Held now Rp50.000").hides(t, "Answer the dispute", "Let the customer have the money")
	viewer.get(t, "/portal").shows(t).hides(t, "answer by")
	for _, v := range []*visitor{viewer, person(t, m, "developer")} {
		v.upload(t, path+"/evidence", url.Values{"text": {"mine"}}).is(t, 403)
		v.post(t, path+"/accept", url.Values{"sure": {"true"}}).is(t, 403)
	}
	other := owner(t, harness.NewMerchant(t))
	other.get(t, path).is(t, 404)
	other.upload(t, path+"/evidence", url.Values{"text": {"not mine"}}).is(t, 404)
	other.post(t, path+"/accept", url.Values{"sure": {"true"}}).is(t, 404)
}

// A file that the API refuses is named next to the field, and the typed text stays.
func TestAWrongFileIsNamedNextToItsField(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id, _ := m.Dispute(t, 50_000)
	v, path := owner(t, m), fmt.Sprintf("/portal/disputes/%d/evidence", id)
	good := sentFile{"a.pdf", "application/pdf", pdf(t, "a", 0)}
	large := sentFile{"b.pdf", "application/pdf", pdf(t, "b", file.MaxSize-100)}
	for name, c := range map[string]struct {
		files []sentFile
		says  string
	}{
		"a script":              {[]sentFile{good, {"x.html", "text/html", []byte("<script>")}}, "“x.html” is no whole PDF, PNG or JPEG"},
		"another type":          {[]sentFile{{"a.png", "image/png", good.content}}, "“a.png” is no whole PDF, PNG or JPEG, or its content is of another type"},
		"an empty one":          {[]sentFile{{"e.pdf", "application/pdf", nil}}, "“e.pdf” is empty"},
		"too large":             {[]sentFile{{"l.pdf", "application/pdf", pdf(t, "l", file.MaxSize+1)}}, "“l.pdf” is larger than 5 MB"},
		"too large together":    {[]sentFile{large, large, {"c.pdf", "application/pdf", pdf(t, "c", 2_000_000)}}, "all files together may have at most 11 MB"},
		"too many":              {[]sentFile{good, good, good, good, good, good}, "at most 5 files"},
		"a name without an end": {[]sentFile{{strings.Repeat("n", 300) + ".pdf", "application/pdf", good.content}}, "is too long or empty"},
	} {
		got := v.upload(t, path, url.Values{"text": {"Kept as typed."}}, c.files...).is(t, 400)
		got.says(t, "“Files”", c.says, "Choose the files again", "Kept as typed.")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	m.Get(t, "/disputes/%d", id).Wants(t, 200).Is(t, object{"evidence": nil})
	v.upload(t, path, url.Values{"text": {"both"}}, large, large).leadsTo(t, fmt.Sprint("/portal/disputes/", id))
	v.upload(t, path, url.Values{}, large, large, large, large).is(t, 400).says(t, "send smaller files")
}

func TestAMerchantPlaysTheNetworkOfADispute(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.PayQRIS(t, 100_000)
	m.Post(t, "/sandbox/payments/"+id+"/dispute", object{"reason": "FRAUD"}).Wants(t, 200)
	person := owner(t, m)
	var path string
	poll.Until(t, "the dispute is known", func() bool {
		list := m.Get(t, "/disputes?transaction_id=%s", id).Wants(t, 200).List(t)
		if len(list) == 1 {
			path = fmt.Sprintf("/portal/disputes/%v", list[0].(map[string]any)["id"])
		}
		return path != ""
	})
	person.get(t, path).shows(t, "The merchant wins", "The merchant loses, and the money is taken", "Why it is so").hides(t, "Hand the answer to the network")
	person.upload(t, path+"/evidence", url.Values{"text": {"Delivered."}}).leadsTo(t, path)
	person.get(t, path).shows(t, "Hand the answer to the network")
	person.post(t, path+"/forward", nil).leadsTo(t, path)
	person.until(t, path, "Under review").hides(t, "Hand the answer to the network")
	person.post(t, path+"/lose", nil).leadsTo(t, path)
	person.until(t, path, "Lost").hides(t, "The merchant loses, and the money is taken")
	person.post(t, path+"/win", nil).leadsTo(t, path)
	person.until(t, path, "Won").hides(t, "The merchant wins")
}
