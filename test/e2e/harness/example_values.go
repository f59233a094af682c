package harness

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// sampleTime is the earliest time in an example. Its other times are as far from it as they were in the answer,
// in whole seconds.
var sampleTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// normaliser replaces ids, times, addresses and secrets, which differ from run to run, by sample values.
type normaliser struct {
	earliest time.Time
	// ids and references map each value in the answer to its sample value.
	ids, references map[string]string
}

var timeText = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+\d\d:\d\d)`)

func newNormaliser(answer *yaml.Node) *normaliser {
	n := &normaliser{ids: map[string]string{}, references: map[string]string{}}
	n.look(answer)
	return n
}

func (n *normaliser) look(at *yaml.Node) {
	for _, text := range timeText.FindAllString(at.Value, -1) {
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil && (n.earliest.IsZero() || t.Before(n.earliest)) {
			n.earliest = t
		}
	}
	for _, child := range at.Content {
		n.look(child)
	}
}

// normal returns a copy. name is the name of the member that holds the value.
func (n *normaliser) normal(name string, value *yaml.Node) *yaml.Node {
	out := *value
	out.Style, out.Content = 0, nil
	switch value.Kind {
	case yaml.MappingNode:
		for key, inner := range node.Fields(value) {
			as := key.Value
			if as == "id" && node.Field(value, "nama") != nil {
				as = "client_id"
			}
			node.Put(&out, key.Value, n.normal(as, inner))
		}
	case yaml.SequenceNode:
		for _, item := range value.Content {
			out.Content = append(out.Content, n.normal(name, item))
		}
	default:
		switch value.Tag {
		case "!!str":
			out.SetString(n.text(name, value.Value))
		case "!!int":
			out.Value = n.id(name, value.Value)
		}
	}
	return &out
}

func (n *normaliser) id(name, value string) string {
	switch {
	case name == "client_id":
		return "42"
	case name == "app_id":
		return "7"
	case name != "id" && !strings.HasSuffix(name, "_id"):
		return value
	}
	if n.ids[value] == "" {
		n.ids[value] = strconv.Itoa(1001 + len(n.ids))
	}
	return n.ids[value]
}

// reference returns a payment's or payout's reference with sample numbers.
func (n *normaliser) reference(text string) string {
	if n.references[text] == "" {
		prefix, _, _ := strings.Cut(text, "-")
		n.references[text] = fmt.Sprintf("%s-42-%d", prefix, sampleTime.Add(time.Duration(len(n.references))*time.Second).UnixNano())
	}
	return n.references[text]
}

// samples replaces parts of texts, in this order.
var samples = []struct {
	part *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`https?://(127\.0\.0\.1|localhost|\[::1\]):\d+`), "https://pay.example"},
	{regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]+`), "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl"},
	{regexp.MustCompile(`\bwhsec_[A-Za-z0-9+/=_-]+`), "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="},
	{regexp.MustCompile(`\b[\w.+-]+-\d+@example\.com`), "toko@example.com"},
	{regexp.MustCompile(`\b(clients?[.:/])\d+`), "${1}42"},
	{regexp.MustCompile(`\b127\.0\.0\.1\b`), "203.0.113.7"},
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "7c9e6679-f742-4c3a-8a0c-4f369a577d7d"},
	{regexp.MustCompile(`^data:image/png;base64,.*`), "data:image/png;base64,iVBORw0KGgo="},
}

var (
	referenceText = regexp.MustCompile(`\b(INV|TRX|WD|ST)-\d+-\d{15,}`)
	hexText       = regexp.MustCompile(`[0-9a-f]{16,}`)
	randomText    = regexp.MustCompile(`^([a-z]{2,6}[_-])?([A-Za-z0-9+/_=-]{24,})$`)
	localText     = regexp.MustCompile(`^https?://(127\.0\.0\.1|localhost|\[::1\]):`)
)

func (n *normaliser) text(name, text string) string {
	if name == "url" && localText.MatchString(text) {
		return "https://toko.example/callback"
	}
	for _, s := range samples {
		text = s.part.ReplaceAllString(text, s.with)
	}
	text = timeText.ReplaceAllStringFunc(text, n.time)
	text = referenceText.ReplaceAllStringFunc(text, n.reference)
	text = hexText.ReplaceAllStringFunc(text, func(s string) string {
		if strings.Trim(s, "0123456789") == "" { // a number, such as that of a virtual account
			return s
		}
		return counted("0123456789abcdef", len(s))
	})
	if m := randomText.FindStringSubmatch(text); m != nil && isRandom(m[2]) && !referenceText.MatchString(text) {
		return m[1] + counted("Zm9vYmFyMTIzNDU2Nzg5", len(m[2]))
	}
	return text
}

// isRandom reports whether a text has digits, small and capital letters, as secrets do.
func isRandom(s string) bool {
	return strings.ContainsAny(s, "0123456789") && s != strings.ToUpper(s) && s != strings.ToLower(s)
}

// time shifts a time, so that the earliest one is sampleTime.
func (n *normaliser) time(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return text
	}
	moved := sampleTime.Add(t.Sub(n.earliest).Round(time.Second))
	if strings.HasSuffix(text, "Z") {
		return moved.Format(time.RFC3339)
	}
	return moved.Format("2006-01-02T15:04:05+00:00")
}

// counted repeats the alphabet up to the length of the text that it replaces.
func counted(alphabet string, length int) string {
	return strings.Repeat(alphabet, length/len(alphabet)+1)[:length]
}

// The maximum number of items that an example shows of a list.
const mostItems = 2

// shortened keeps the first items of a list, and adjusts the counts to them.
func shortened(answer *yaml.Node) *yaml.Node {
	data := node.Field(answer, "data")
	if data == nil || data.Kind != yaml.SequenceNode || len(data.Content) <= mostItems {
		return answer
	}
	data.Content = data.Content[:mostItems]
	if meta := node.Field(answer, "meta"); meta != nil {
		node.Field(meta, "total").Value, node.Field(meta, "last_page").Value = "2", "1"
	}
	return answer
}
