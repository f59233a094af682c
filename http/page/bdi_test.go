package page

import (
	"strings"
	"testing"

	"gateway/domain/words"
)

func TestTextsOfPeopleInASentenceHaveADirectionOfTheirOwn(t *testing.T) {
	t.Parallel()
	const arabic = "\u0645\u062a\u062c\u0631"
	for sentence, want := range map[string]string{
		"":                      "",
		"approve withdrawal 17": "approve withdrawal 17",
		"a < b & c":             "a &lt; b &amp; c",
		`issue a key, named "` + arabic + `", for client 7`:      "issue a key, named &#34;<bdi>" + arabic + "</bdi>&#34;, for client 7",
		`named "<b>\"x\"</b>" and "y"`:                           "named &#34;<bdi>&lt;b&gt;\\&#34;x\\&#34;&lt;/b&gt;</bdi>&#34; and &#34;<bdi>y</bdi>&#34;",
		`one " alone`:                                            "one &#34; alone",
		"Fees of " + words.Isolated(arabic):                      "Fees of <bdi>" + arabic + "</bdi>",
		"Fees of " + words.Isolated("<i>"):                       "Fees of <bdi>&lt;i&gt;</bdi>",
		"a" + words.IsolateBegin + "b":                           "ab",
		"a" + words.IsolateEnd + "b":                             "a" + words.IsolateEnd + "b",
		words.Isolated("a\u2069\u202eb") + words.Isolated(`"c"`): "<bdi>ab</bdi><bdi>&#34;c&#34;</bdi>",
	} {
		if got := string(bdi(sentence)); got != want {
			t.Errorf("%q: %s, want %s", sentence, got, want)
		}
	}
}

// Tests each block that can hold a text of a user, with a hostile text.
func TestNoBlockTakesATextOfPeopleForMarkup(t *testing.T) {
	t.Parallel()
	const hostile = `<script>alert(1)</script>"'` + "\u0645"
	c := &Context{Language: words.English, site: &Site{Prefix: "/site"}}
	cell := Plain(hostile)
	for name, block := range map[string]Block{
		"heading":  Heading{Text: hostile, Hint: hostile},
		"notice":   Notice{Text: hostile},
		"links":    Links{Links: []Link{{Text: hostile, Path: "/x"}}},
		"details":  Details{Title: hostile, Pairs: []Pair{{Label: hostile, Value: cell}, {Label: "b", Value: ID(hostile)}, {Label: "c", Value: Prose(hostile)}}},
		"text":     Text{Title: hostile, Text: hostile},
		"message":  Message{Who: hostile, Text: hostile},
		"why":      Why{Title: hostile, Reasons: []WhyReason{{Text: []Cell{{Text: hostile, Kind: "words"}, cell, ID(hostile).To("/x")}}}},
		"figures":  Figures{Figures: []Figure{{Label: hostile, Value: cell, Hint: hostile}}},
		"approval": Details{Title: `record that "` + hostile + `" transferred withdrawal 7`},
	} {
		html, err := part{Context: c}.Block(block)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(string(html), "<script") || strings.Contains(string(html), `"'`) {
			t.Errorf("%s has markup of people: %s", name, html)
		}
		if name != "heading" && name != "notice" && name != "links" && name != "text" && !strings.Contains(string(html), "<bdi>") {
			t.Errorf("%s gives no text a direction of its own: %s", name, html)
		}
	}
}
