package linkpage_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/brand"
	"gateway/http/page"
	"gateway/http/page/linkpage"
	"gateway/http/page/site"

	"github.com/gin-gonic/gin"
)

func TestThePageUndoesOnlyWhenAPersonConfirms(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.ReleaseMode)
	var undone []string
	outcomes := map[string]error{"ended": domain.Refuse(domain.Invalid, "link_ended", ""), "down": errors.New("the database is down")}
	router := gin.New()
	config := page.Config{Sandbox: true, Host: "pay.example.com", Brand: brand.Brand{Name: "Bayarin", Contact: "halo@bayarin.example", Legal: "PT Bayarin"}}
	pages := linkpage.New(site.NewPortal(config))
	pages.FormerUndo().Routes(router.Group("/undo"))
	pages.Undo(func(_ context.Context, token string) error {
		undone = append(undone, token)
		return outcomes[token]
	}).Routes(router.Group("/portal"))
	call := func(method, target, body string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		router.ServeHTTP(answer, request)
		return answer
	}
	shown := call("GET", "/portal/undo?token="+url.QueryEscape(`a"><script>`), "")
	if len(undone) != 0 || shown.Code != http.StatusOK || !strings.Contains(shown.Body.String(), `value="a&#34;&gt;&lt;script&gt;"`) {
		t.Errorf("undone %v, %d %s", undone, shown.Code, shown.Body)
	}
	if policy := shown.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("headers: %v", shown.Header())
	}
	for token, status := range map[string]int{"good": http.StatusOK, "ended": http.StatusBadRequest, "down": http.StatusServiceUnavailable} {
		undone = nil
		answer := call("POST", "/portal/undo", "token="+token)
		if len(undone) != 1 || undone[0] != token || answer.Code != status || strings.Contains(answer.Body.String(), "database") {
			t.Errorf("%s: undone %v, %d %s", token, undone, answer.Code, answer.Body)
		}
	}
	for _, part := range []string{`class="ribbon sandbox"`, "<bdi>pay.example.com</bdi>", "style.css", "halo@bayarin.example", "PT Bayarin"} {
		if !strings.Contains(shown.Body.String(), part) {
			t.Errorf("the page lacks %s: %s", part, shown.Body)
		}
	}
	for _, method := range []string{"GET", "POST"} { // the link in a mail of a former version
		if former := call(method, "/undo?token=a%2Bb", ""); former.Code != http.StatusPermanentRedirect || former.Header().Get("Location") != "/portal/undo?token=a%2Bb" {
			t.Errorf("%s: %d %v", method, former.Code, former.Header())
		}
	}
}
