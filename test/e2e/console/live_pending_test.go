package console

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// The page of a person who waits for an approval reports the approval when it comes, and never shows "disconnected".
func TestThePageOfARegistrationThatWaitsIsToldOfItsApproval(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	email := g.NextEmail()
	id := fmt.Sprint(g.Anonymous().Post(t, "/auth/register", object{"nama": "Warung Sari", "email": email, "password": harness.Password}).
		Wants(t, 201).Field(t, "id"))
	v := newVisitor(t, g)
	v.logIn(t, "/portal", email, harness.Password)
	v.get(t, "/portal").shows(t, "waits for an administrator's approval")

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.url+"/portal/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := v.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	if stream.StatusCode != http.StatusOK || !lines.Scan() {
		t.Fatalf("status %d: the stream is not open", stream.StatusCode)
	}
	g.Admin(t).Post(t, "/admin/clients/"+id+"/approve", nil).Wants(t, 200)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: change") {
			v.get(t, "/portal").shows(t, "First steps")
			return
		}
	}
	t.Errorf("the stream ended, and told of nothing: %v", lines.Err())
}
