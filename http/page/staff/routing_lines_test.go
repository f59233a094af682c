package staff

import (
	"encoding/json"
	"errors"
	"testing"

	"gateway/domain/routing"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/routingservice"
)

func english(text words.Text, args ...any) string { return text.In(words.English, args...) }

// Rules that are shown as lines are read back as the same rules.
func TestTheLinesOfRulesAreReadBack(t *testing.T) {
	t.Parallel()
	const rules = `[
		{"kind":"payment","channels":["BCA","BNI"],"clients":[7,8],"min_amount":20000.5,"max_amount":5000000,"connections":["doku-1","xendit"]},
		{"kind":"payment","weights":[{"connection":"xendit","weight":70},{"connection":"doku-1","weight":30}]},
		{"kind":"payout","banks":["BNI"],"connections":["xendit"]}]`
	var shown []routingservice.ShownRule
	var want []routing.Rule
	if err := errors.Join(json.Unmarshal([]byte(rules), &shown), json.Unmarshal([]byte(rules), &want)); err != nil {
		t.Fatal(err)
	}
	parsed, lines, err := parseRules(english, "\n"+linesOf(shown)+"\n \n")
	if err != nil || len(lines) != 3 || lines[0] != 2 || lines[2] != 4 {
		t.Fatal(lines, err)
	}
	text, err := json.Marshal(parsed)
	if err != nil {
		t.Fatal(err)
	}
	var got []routing.Rule
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if routing.Sentence(got) != routing.Sentence(want) {
		t.Errorf("got  %s\nwant %s", routing.Sentence(got), routing.Sentence(want))
	}
}

func TestALineThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"payment xendit":                  "line 2: the colon before the connections is missing",
		": xendit":                        "line 2: the word payment or payout is missing",
		"payment min many: xendit":        "line 2: many is no amount",
		"payment client seven: xendit":    "line 2: seven is no id of a client",
		"payment BCA: xendit":             "line 2: BCA is none of the words channel, bank, client, min, max",
		"payment min 5 6: xendit":         "line 2: 6 is none of the words channel, bank, client, min, max",
		"payment: xendit half":            "line 2: half is no weight",
		"payment: xendit 50 doku-1 50":    "line 2: a comma between the connections is missing",
		"payment: xendit 50, doku-1":      "line 2: either all connections have a weight, or none has",
		"payment channel bca: xendit":     "",
		"Payment client 7 min 5: xendit,": "",
	} {
		_, _, err := parseRules(english, "payout: xendit\n"+line)
		var refusal *page.Problem
		got := ""
		if errors.As(err, &refusal) {
			got = refusal.Fields["rules"]
		}
		if got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}

func TestEachReasonOfARouteHasWords(t *testing.T) {
	t.Parallel()
	for _, why := range routing.Reasons() {
		if words.RoutingReasons[string(why)].English == "" {
			t.Errorf("%s has no words", why)
		}
	}
	for _, kind := range routing.Kinds() {
		if words.RoutingKinds[string(kind)].English == "" {
			t.Errorf("%s has no words", kind)
		}
	}
}
