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
	"gateway/http/page"
	"gateway/http/page/linkpage"
	"gateway/http/page/site"

	"github.com/gin-gonic/gin"
)

// links accepts the token "good<" once.
type links struct {
	password string
	err      error
}

// CheckLink implements linkpage.Passwords.
func (l *links) CheckLink(_ context.Context, token string) error {
	if token != "good<" || l.password != "" {
		return domain.Refuse(domain.Invalid, "link_invalid", "")
	}
	return nil
}

// SetPassword implements linkpage.Passwords.
func (l *links) SetPassword(ctx context.Context, token, password string) error {
	if l.err != nil {
		return l.err
	}
	if err := l.CheckLink(ctx, token); err != nil {
		return err
	}
	if len(password) < 8 {
		return domain.InvalidField("password", "is short")
	}
	l.password = password
	return nil
}

// visit opens the page or sends its form.
func visit(t *testing.T, l *links, method, token string, form url.Values) (int, string) {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	linkpage.New(site.NewPortal(page.Config{})).Passwords(l).Routes(router.Group("/portal"))
	request := httptest.NewRequestWithContext(t.Context(), method, "/portal/password?token="+url.QueryEscape(token), strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	recorder := httptest.NewRecorder()
	router.ServeHTTP(recorder, request)
	h := recorder.Header()
	if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("headers: %v", h)
	}
	return recorder.Code, recorder.Body.String()
}

func form(token, password, again string) url.Values {
	return url.Values{"token": {token}, "password": {password}, "again": {again}}
}

func TestAPersonChoosesAPasswordWithALink(t *testing.T) {
	t.Parallel()
	l := &links{}
	for range 2 { // a mail program may open the link first
		if code, body := visit(t, l, http.MethodGet, "good<", nil); code != 200 || !strings.Contains(body, `value="good&lt;"`) || !strings.Contains(body, "/portal/language/en?back=%2Fportal%2Fpassword%3Ftoken%3Dgood%253C") || !strings.Contains(body, "style.css") || !strings.Contains(body, "<form") {
			t.Fatalf("%d %s", code, body)
		}
	}
	code, body := visit(t, l, http.MethodPost, "", form("good<", "correct horse", "correct horse"))
	if code != 200 || !strings.Contains(body, "tersimpan") || strings.Contains(body, "<form") || l.password != "correct horse" {
		t.Errorf("%d %s", code, body)
	}
	if code, body := visit(t, l, http.MethodGet, "good<", nil); code != 400 || !strings.Contains(body, "sudah dipakai") || strings.Contains(body, "<form") {
		t.Errorf("the used link: %d %s", code, body)
	}
}

func TestThePageSaysWhyAPasswordWasNotTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		token, password, again string
		err                    error
		status                 int
		says                   string
		form                   bool
	}{
		"the two differ":    {"good<", "correct horse", "another one", nil, 400, "tidak sama", true},
		"it is short":       {"good<", "short", "short", nil, 400, "8 sampai 255", true},
		"the link is bad":   {"bad", "correct horse", "correct horse", nil, 400, "tautan baru", false},
		"the address went":  {"good<", "correct horse", "correct horse", domain.Refuse(domain.Conflict, "email_taken", ""), 400, "login lain", false},
		"something broke":   {"good<", "correct horse", "correct horse", errors.New("secret detail"), 500, "kesalahan", true},
		"a refusal unknown": {"good<", "correct horse", "correct horse", domain.Refuse(domain.Busy, "busy", ""), 400, "kesalahan", false},
	} {
		code, body := visit(t, &links{err: c.err}, http.MethodPost, "", form(c.token, c.password, c.again))
		if code != c.status || !strings.Contains(body, c.says) || strings.Contains(body, "<form") != c.form || strings.Contains(body, "detail") {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
}
