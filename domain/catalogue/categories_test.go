package catalogue_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"gateway/domain/catalogue"
)

var streamOfRow = regexp.MustCompile("(?m)^\\| `[a-z_]+\\.[a-z_]+\\.v[0-9]+` \\| `([^`]+)` \\|")

func TestEveryStreamOfTheGatewayIsKnownAsItsOwn(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../EVENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	streams := streamOfRow.FindAllStringSubmatch(string(text), -1)
	if len(streams) < 50 {
		t.Fatalf("%d events have streams", len(streams))
	}
	for _, row := range streams {
		if stream := strings.NewReplacer("<", "", ">", "").Replace(row[1]); !catalogue.Owns(stream) {
			t.Errorf("%s is not known as a stream of the gateway", stream)
		}
	}
	for _, stream := range []string{"orders-1", "pay-1", "Payment-1", "payments-1", "-payment", "", "$payment-1"} {
		if catalogue.Owns(stream) {
			t.Errorf("%q is taken for a stream of the gateway", stream)
		}
	}
}
