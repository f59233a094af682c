package undopage_test

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
	"gateway/http/page/undopage"

	"github.com/gin-gonic/gin"
)

func TestThePageUndoesOnlyWhenAPersonConfirms(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.ReleaseMode)
	var undone []string
	outcomes := map[string]error{"ended": domain.Refuse(domain.Invalid, "link_ended", ""), "down": errors.New("the database is down")}
	router := gin.New()
	undopage.New(func(_ context.Context, token string) error {
		undone = append(undone, token)
		return outcomes[token]
	}, page.NewIdentity(brand.Brand{})).Routes(router.Group("/undo"))
	call := func(method, target, body string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		router.ServeHTTP(answer, request)
		return answer
	}
	shown := call("GET", "/undo?token="+url.QueryEscape(`a"><script>`), "")
	if len(undone) != 0 || shown.Code != http.StatusOK || !strings.Contains(shown.Body.String(), `value="a&#34;&gt;&lt;script&gt;"`) {
		t.Errorf("undone %v, %d %s", undone, shown.Code, shown.Body)
	}
	if policy := shown.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || shown.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("headers: %v", shown.Header())
	}
	for token, status := range map[string]int{"good": http.StatusOK, "ended": http.StatusBadRequest, "down": http.StatusServiceUnavailable} {
		undone = nil
		answer := call("POST", "/undo", "token="+token)
		if len(undone) != 1 || undone[0] != token || answer.Code != status || strings.Contains(answer.Body.String(), "database") {
			t.Errorf("%s: undone %v, %d %s", token, undone, answer.Code, answer.Body)
		}
	}
}
