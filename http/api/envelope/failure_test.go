package envelope_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/eventstore"
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
	"github.com/google/go-cmp/cmp"
)

type order struct {
	Amount money.Input `json:"amount"`
	Name   string      `json:"name" bind:"max=10"`
	Count  *int64      `json:"count,omitempty"`
}

// refusalOf sends a body and returns the error in the answer.
func refusalOf(t *testing.T, contentType, body string) (message string, problem envelope.Problem) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	r := gin.New()
	r.POST("/orders", func(c *gin.Context) {
		envelope.SetGuide(c, "https://pay.example/api/v2/docs/errors")
		envelope.Handle(c, envelope.Parse, func(context.Context, order) (struct{}, error) { return struct{}{}, nil })
	})
	request := httptest.NewRequest(http.MethodPost, "/orders", strings.NewReader(body))
	request.Header.Set("Content-Type", contentType)
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	answer := envelope.Answer{Data: &problem}
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil || answer.Success || recorder.Code != 400 {
		t.Fatalf("%s: %d %s (%v)", body, recorder.Code, recorder.Body, err)
	}
	return answer.Message, problem
}

func TestTheFailuresOfTheLogHaveTheirCodes(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.TestMode)
	for code, err := range map[string]error{
		"unavailable":   fmt.Errorf("append: %w", eventstore.ErrUnavailable),
		"log_suspended": fmt.Errorf("append: %w: %w", eventstore.ErrUnavailable, eventstore.ErrSuspect),
	} {
		r := gin.New()
		r.GET("/", func(c *gin.Context) { envelope.Fail(c, err) })
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
		if body := recorder.Body.String(); recorder.Code != http.StatusServiceUnavailable || !strings.Contains(body, `"error_code":"`+code+`"`) {
			t.Errorf("%v: %d %s", err, recorder.Code, body)
		}
	}
}

func TestAnAnswerListsTheKnownCodesOnce(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.TestMode)
	r := gin.New()
	r.GET("/", func(c *gin.Context) { envelope.Fail(c, domain.UnknownCode("bank", []string{"BCA", "MANDIRI"})) })
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	if body := recorder.Body.String(); strings.Count(body, "MANDIRI") != 1 || !strings.Contains(body, `"message":"must be one of BCA, MANDIRI"`) {
		t.Error(body)
	}
}

func TestEveryWrongFieldOfABodyIsNamed(t *testing.T) {
	t.Parallel()
	message, problem := refusalOf(t, "application/json", `{"amount":"10","name":"longer than ten","count":1.5}`)
	want := envelope.Problem{
		ErrorCode: "invalid_field", Field: "amount",
		Errors: []envelope.WrongField{
			{Field: "amount", Message: "must be a JSON number, not a string"},
			{Field: "name", Message: "may have at most 10 characters"},
			{Field: "count", Message: "must be an integer"},
		},
		DocURL: "https://pay.example/api/v2/docs/errors#invalid_field",
	}
	if diff := cmp.Diff(want, problem); diff != "" {
		t.Error(diff)
	}
	if want := "amount: must be a JSON number, not a string; name: may have at most 10 characters; count: must be an integer"; message != want {
		t.Errorf("said %q, want %q", message, want)
	}
}

func TestMalformedJSONIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"a comma too many", "{\n  \"name\": \"a\",\n}", "line 3, column 1"},
		{"a bare word", `{"name": abc}`, "line 1, column 10"},
		{"after letters of several bytes", `{"nämé": x}`, "line 1, column 10"},
		{"a quote that is missing", "{\"name\": \"a\n\"}", "line 1, column 12"},
		{"cut", "{\"name\":\n\"a\"", "ends before the JSON is complete, at line 2, column 4"},
		{"cut in a word", `{"name":tr`, "ends before the JSON is complete, at line 1, column 11"},
		{"something after it", "{}\n{}", "line 2, column 1"},
		{"a key twice", "{\"a\":1,\n\"a\":2}", "\"a\" comes twice, again at line 2, column 3"},
		{"too deep", `{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "32 levels at line 1, column 37"},
		{"not UTF-8", "{\"name\":\n \"a\xff\"}", "not UTF-8 at line 2, column 4"},
		{"an array", `[1]`, "must be a JSON object"},
		{"null", `null`, "must be a JSON object"},
		{"nothing", " \n", "the body is empty"},
		{"a very long key twice", `{"` + strings.Repeat("é", 70_000) + `":1,"` + strings.Repeat("é", 70_000) + `":2}`, `é..." comes twice`},
	} {
		message, problem := refusalOf(t, "application/json", c.body)
		if problem.ErrorCode != "malformed_json" || !strings.Contains(message, c.want) || len(message) > 600 {
			t.Errorf("%s: %s %.400s, want %s", c.name, problem.ErrorCode, message, c.want)
		}
	}
}

func TestABodyThatIsNoJSONAndSaysSoIsTold(t *testing.T) {
	t.Parallel()
	for contentType, want := range map[string]string{
		"application/x-www-form-urlencoded":      `"application/x-www-form-urlencoded"`,
		"multipart/form-data; boundary=x":        `"multipart/form-data; boundary=x"`,
		"":                                       "has no Content-Type",
		"text/\xff" + strings.Repeat("x", 10000): `"text/?xxx`,
	} {
		message, problem := refusalOf(t, contentType, "amount=10&name=a")
		if problem.ErrorCode != "wrong_content_type" || !strings.Contains(message, want) || !strings.Contains(message, "application/json") || len(message) > 300 {
			t.Errorf("%q: %s %q", contentType, problem.ErrorCode, message)
		}
	}
	for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "application/problem+json"} {
		if _, problem := refusalOf(t, contentType, "amount=10"); problem.ErrorCode != "malformed_json" {
			t.Errorf("%q: %s", contentType, problem.ErrorCode)
		}
	}
	// Valid JSON is read as JSON under any Content-Type, so only the fields are wrong.
	if _, problem := refusalOf(t, "text/plain", `{}`); problem.ErrorCode != "invalid_field" {
		t.Errorf("JSON as text: %s", problem.ErrorCode)
	}
}

func TestARefusalSaysWhatToDoNext(t *testing.T) {
	t.Parallel()
	answer := post(t, func(c *gin.Context) {
		envelope.Fail(c, domain.Refuse(domain.Invalid, "bank_account_missing", "a payout needs a norek and a bank"))
	}, `{}`)
	if got := answer.Body.String(); !strings.Contains(got, "a payout needs a norek and a bank. Set norek and bank in the profile with PUT /account") {
		t.Error(got)
	}
}

func TestAnAnswerThatThereAreTooManySaysHowLongToWait(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.TestMode)
	answer := httptest.NewRecorder()
	c, _ := gin.CreateTestContext(answer)
	envelope.Fail(c, domain.Refuse(domain.TooMany, "too_many_requests", "20 requests wait already"))
	if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") != "1" {
		t.Errorf("%d with Retry-After %q, want 429 with 1", answer.Code, answer.Header().Get("Retry-After"))
	}
}
