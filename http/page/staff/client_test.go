package staff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// aClientThatWaits is an API, seen by an administrator, with one client whose registration waits.
func aClientThatWaits(w http.ResponseWriter, r *http.Request) {
	const client = `{"id":1,"nama":"Kopi Senja","email":"a@m.test","kode":"K1","status":"pending"}`
	data := `[]`
	switch {
	case strings.HasSuffix(r.URL.Path, "/auth/me"):
		data = `{"id":1,"role":"admin","email":"admin@example.com"}`
	case strings.HasSuffix(r.URL.Path, "/clients/1"), strings.HasSuffix(r.URL.Path, "/balance"):
		data = client
	case strings.HasSuffix(r.URL.Path, "/clients"):
		data = "[" + client + "]"
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s,"meta":{"total":1,"current_page":1,"last_page":1}}`, data)
}

func TestAClientThatWaitsIsDecidedBeforeAnythingElseOnItsPage(t *testing.T) {
	t.Parallel()
	page := open(aClientThatWaits, "/clients/1").Body.String()
	at := -1
	for _, action := range []string{"approve", "reject", "settings", "adjust"} {
		next := strings.Index(page, `action="/console/clients/1/`+action+`"`)
		if next <= at {
			t.Errorf("%s is at %d, after what is at %d:\n%s", action, next, at, page[strings.Index(page, "<main"):])
		}
		at = next
	}
}

func TestAPhoneHeadsTheCardOfAClientWithItsName(t *testing.T) {
	t.Parallel()
	page := open(aClientThatWaits, "/clients").Body.String()
	if _, card, ok := strings.Cut(page, `card-what"><a`); !ok || !strings.HasPrefix(card[strings.Index(card, ">")+1:], "Kopi Senja") {
		t.Errorf("the card is headed by something else:\n%s", page[strings.Index(page, "<main"):])
	}
}
