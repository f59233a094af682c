package envelope_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"gateway/http/api/envelope"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func TestAnAnswerThatCannotBeEncodedIsA500WithAnEnvelope(t *testing.T) {
	t.Parallel()
	beyondJSON := time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, answer := range map[string]gin.HandlerFunc{
		"OK":      func(c *gin.Context) { envelope.OK(c, beyondJSON) },
		"Created": func(c *gin.Context) { c.Status(http.StatusCreated); envelope.OK(c, json.RawMessage("{")) },
		"List": func(c *gin.Context) {
			envelope.RespondList(c, []time.Time{beyondJSON}, readtable.Page{Number: 1, PerPage: 15}, 1, nil)
		},
	} {
		var reported int
		got := post(t, func(c *gin.Context) {
			answer(c)
			reported = len(c.Errors)
		}, `{}`)
		var body envelope.Answer
		if err := json.Unmarshal(got.Body.Bytes(), &body); err != nil || got.Code != http.StatusInternalServerError || body.Code != got.Code || body.Success {
			t.Errorf("%s answers %d %q (%v)", name, got.Code, got.Body, err)
		}
		if reported != 1 || got.Header().Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s: %d errors for the log, headers %v", name, reported, got.Header())
		}
	}
}
