package page

import (
	"net/http"
	"net/url"
	"testing"

	"gateway/domain/words"
)

func TestAPageIsShownWithoutAListThatIsNotReady(t *testing.T) {
	t.Parallel()
	for status, shown := range map[int]bool{http.StatusServiceUnavailable: true, http.StatusForbidden: false} {
		refusal := &Problem{Status: status, Code: "proofs_not_ready", Message: "try again"}
		p := &Page{
			Show:  func(*Context) ([]Block, error) { return []Block{Heading{Text: "Balance"}}, nil },
			Table: func(*Context) (*Table, error) { return nil, refusal },
		}
		blocks, err := (&Context{Language: words.English, Query: url.Values{}}).blocksOf(p)
		if (err == nil) != shown {
			t.Errorf("%d: %v", status, err)
		}
		if !shown {
			continue
		}
		if table, ok := blocks[len(blocks)-1].(*Table); !ok || len(blocks) != 2 || table.Empty != "try again" {
			t.Errorf("%d: the blocks are %+v", status, blocks)
		}
	}
}
