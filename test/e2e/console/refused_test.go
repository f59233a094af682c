package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAFormThatIsTooLargeIsRefusedAndNotTakenForAnEmptyOne(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.post(t, "/portal/profile", url.Values{"nama": {strings.Repeat("x", 70_000)}}).is(t, http.StatusBadRequest).says(t, "too large")
	v.send(t, http.MethodPost, "/portal/profile", strings.NewReader("nama=%zz"), http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"},
	}).is(t, http.StatusBadRequest).says(t, "could not be read")
}

// A stranger's form has at most 16 KiB. A person's form is accepted up to 64 KiB, once the person is known.
func TestALongFormIsReadOnceThePersonIsKnown(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	stranger := newVisitor(t, m.Gateway)
	long := url.Values{"nama": {strings.Repeat("x", 40_000)}, "email": {strings.Repeat("x", 17_000)}}
	stranger.post(t, "/portal/login", long).is(t, http.StatusBadRequest).says(t, "too large")
	if at := stranger.post(t, "/portal/profile", long).Header.Get("Location"); !strings.HasPrefix(at, "/portal/login") {
		t.Errorf("a stranger is led to %q", at)
	}
	owner(t, m).post(t, "/portal/profile", long).is(t, http.StatusBadRequest).says(t, "255")
	ticket := url.Values{"subject": {"Panjang"}, "description": {strings.Repeat("é", 9_000)}, "category": {"bug"}, "priority": {"low"}}
	if status := owner(t, m).post(t, "/portal/tickets/new", ticket).Status; status != http.StatusSeeOther {
		t.Errorf("a long ticket is answered with %d", status)
	}
}

func TestAnAddressThatIsNoTextIsRefusedOnAPage(t *testing.T) {
	t.Parallel()
	v := staff(t, "support")
	for _, path := range []string{"/console/clients/%00", "/console/transactions?status=%FF", "/console/%FE/nothing"} {
		got := v.get(t, path).is(t, http.StatusBadRequest)
		if kind := got.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			t.Errorf("%s: the answer is %s, not a page: %s", path, kind, got.Body)
		}
	}
}
