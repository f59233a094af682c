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
