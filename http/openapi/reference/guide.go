package reference

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// Guide is a text for people, beside the operations.
type Guide struct {
	// Slug is the last part of the guide's address.
	Slug, Title string
	About       string
	HTML        template.HTML
	text        string
}

// ErrorsSlug is the slug of the guide to errors, which has a section for each code.
const ErrorsSlug = "errors"

//go:embed guides/*.md
var guideFiles embed.FS

//go:embed samples
var sampleFiles embed.FS

// The guides for merchants, in the order in which a merchant needs them.
var merchantGuides = []string{
	"authentication", "idempotency", "orders", "refunds", "disputes", "withholding", "callbacks", "testing", ErrorsSlug,
	"realtime", "signed-files",
	"going-live",
}

// markdown renders Markdown with tables, and gives each heading an id. It leaves out HTML in the source.
type markdown struct{ goldmark.Markdown }

func newMarkdown() markdown {
	return markdown{goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()))}
}

func (m markdown) html(source string) template.HTML {
	var out bytes.Buffer
	if err := m.Convert([]byte(source), &out); err != nil { // writing to a buffer can't fail
		panic(err)
	}
	return template.HTML(out.String()) //nolint:gosec // our own texts; goldmark leaves HTML in them out
}

var sampleLine = regexp.MustCompile(`(?m)^\{sample ([\w./-]+) (\w+)\}$`)

// guide reads a guide. Its first line is the title, and its first paragraph says what it is about. A line
// {sample FILE LANGUAGE} is replaced by a program of samples.
func (m markdown) guide(name string, words *strings.Replacer) (Guide, error) {
	raw, err := guideFiles.ReadFile("guides/" + name + ".md")
	if err != nil {
		return Guide{}, fmt.Errorf("guide %s: %w", name, err)
	}
	source := words.Replace(string(raw))
	var missing error
	source = sampleLine.ReplaceAllStringFunc(source, func(line string) string {
		parts := sampleLine.FindStringSubmatch(line)
		code, err := fs.ReadFile(sampleFiles, "samples/"+parts[1])
		if err != nil {
			missing = fmt.Errorf("guide %s: %w", name, err)
		}
		return "```" + parts[2] + "\n" + strings.TrimSpace(string(code)) + "\n```"
	})
	title, rest, _ := strings.Cut(source, "\n")
	about, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	return Guide{
		Slug: name, Title: strings.TrimPrefix(title, "# "), About: about, HTML: m.html(rest),
		text: strings.ToLower(source),
	}, missing
}
