package page

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strconv"
	"testing"

	"gateway/domain/words"

	"github.com/gin-gonic/gin"
)

// sentTogether does something to chosen rows, of which each has the mark "1" now. It returns the key that each row is done with.
func sentTogether(t *testing.T, chosen ...string) (done map[string]string, err error) {
	t.Helper()
	g, _ := gin.CreateTestContext(httptest.NewRecorder())
	g.Request = httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	form := url.Values{chosenField: chosen, agreedField: {Checked(true)}, keyField: {"form"}}
	c := &Context{Language: words.English, site: &Site{}, gin: g, Posted: form}
	done = map[string]string{}
	_, err = Bulk{
		Look: func(_ *Context, key string) (Chosen, error) { return Chosen{Key: key, Mark: "1"}, nil },
		Do: func(own *Context, one Chosen) error {
			done[one.Key] = own.SentKey()
			return nil
		},
	}.do(c)
	return done, err
}

func TestNoMoreThanTheLimitIsDoneAtOnce(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range MaxChosen + 1 {
		many = append(many, strconv.Itoa(i)+"~1")
	}
	if done, err := sentTogether(t, many[1:]...); err != nil || len(done) != MaxChosen {
		t.Errorf("of %d rows, %d were done: %v", MaxChosen, len(done), err)
	}
	done, err := sentTogether(t, many...)
	if refusal, ok := errors.AsType[*Problem](err); !ok || refusal.Code != "too_many_chosen" || len(done) != 0 {
		t.Errorf("one more: %d were done: %v", len(done), err)
	}
}

func TestWhatIsLeftOutIsNotDone(t *testing.T) {
	t.Parallel()
	done, err := sentTogether(t, "a~1", "b~0")
	if _, changed := done["b"]; err != nil || changed || len(done) != 1 {
		t.Errorf("done: %v, %v; b changed since the person saw it", done, err)
	}
}

func TestAFormForChosenRowsThatIsSentTwiceHasOneKeyForEachRow(t *testing.T) {
	t.Parallel()
	want := map[string]string{"a": "form-a", "b": "form-b"}
	for range 2 {
		if done, err := sentTogether(t, "a~1", "b~1", "a~1"); err != nil || !reflect.DeepEqual(done, want) {
			t.Errorf("the keys are %v, %v; want %v", done, err, want)
		}
	}
}
