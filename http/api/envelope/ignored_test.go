package envelope_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain/money"
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

type sale struct {
	Amount   money.Input     `json:"amount"`
	Buyer    *buyer          `json:"buyer,omitempty"`
	Lines    []buyer         `json:"lines,omitempty"`
	Names    []string        `json:"names,omitempty"`
	Metadata json.RawMessage `bind:"object,near=callback_url|type_transaksi" json:"metadata,omitempty"`
	Log      json.RawMessage `bind:"object" json:"log,omitempty"`
}

type buyer struct {
	Name string `json:"name"`
}

func TestFieldsAndParametersThatAnOperationDoesNotHaveAreNamed(t *testing.T) {
	t.Parallel()
	many := make([]string, 30)
	for i := range many {
		many[i] = `"f` + string(rune('a'+i%26)) + strings.Repeat("x", i/26) + `":1`
	}
	for _, c := range []struct{ name, query, body, want string }{
		{"none", "page=1&metadata[a]=1&client_id=7", `{"amount":1,"client_id":7,"biaya_penarikan":1,"metadata":{"a":1,"order":17},"log":{"callbck_url":1}}`, ""},
		{"a parameter", "pge=1&metadata=1", `{}`, "pge"},
		{"an object of the query that is not closed", "metadata[a=1", `{}`, "metadata[a"},
		{"fields", "x=1", `{"amonut":1,"amount":"x"}`, "amonut, x"},
		{"nested fields", "", `{"buyer":{"nme":1,"name":2},"lines":[{"name":1},{"nam":1},{"nam":1}],"names":[{"x":1}]}`, "buyer.nme, lines[].nam"},
		{"a misspelt callback_url", "", `{"metadata":{"calback_url":1}}`, "metadata.calback_url"},
		{
			"in another style", "", `{"metadata":{"callbackUrl":1,"CALLBACK-URL":2,"callback_url":3,"type_transaction":1,"url":1,"type":1}}`,
			"metadata.CALLBACK-URL, metadata.callbackUrl",
		},
		{"no header of an attacker's", "a%0d%0aSet-Cookie:x=1", `{"b, c\u0000é":1}`, "a%0D%0ASet-Cookie%3Ax, b%2C%20c%00%C3%A9"},
		{"a long name", strings.Repeat("n", 1000) + "=1", `{}`, strings.Repeat("n", 64) + "..."},
		{
			"many names", "", "{" + strings.Join(many, ",") + "}",
			"fa, fax, fb, fbx, fc, fcx, fd, fdx, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp, ...",
		},
		{"no object", "", `[1]`, ""},
		{"no JSON", "", `{"a":`, ""},
		{"another type than the field's", "", `{"buyer":[1],"lines":{"x":1},"metadata":"x"}`, ""},
	} {
		w := httptest.NewRecorder()
		ctx, _ := gin.CreateTestContext(w)
		ctx.Request = httptest.NewRequest("POST", "/?"+c.query, strings.NewReader(c.body))
		envelope.Expect[sale](ctx, "page", "metadata[]")
		if _, err := envelope.Body(ctx); err != nil {
			t.Fatal(err)
		}
		if got := w.Header().Get("X-Ignored"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
