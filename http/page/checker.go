package page

import (
	"bytes"
	"errors"
	"html/template"
	"net/http"

	"gateway/http/page/words"
)

// Checker checks a file of a balance with its proofs in the browser (check.js).
type Checker struct {
	// Title and Hint head the page that is kept.
	Title, Hint string
	// Key is the public key that checkpoints are signed with; empty on a page that is kept, whose
	// reader brings the key along.
	Key                                                            string
	Without, File, KeyLabel, KeyHint, Earlier, EarlierHint, Submit string
	// Words are what the script says, by the check that failed.
	Words map[string]string
	// Kept says that the page is a file of its own, with the script and style in it.
	Kept bool
}

func (Checker) template() string { return "checker" }

// Script and Style are what a page that is kept has inside.
func (Checker) Script() template.JS { return template.JS(assets["check.js"].content) } //nolint:gosec // a file of the program

// Style is the style of all pages.
func (Checker) Style() template.CSS { return template.CSS(assets["style.css"].content) } //nolint:gosec // a file of the program

// Checker is the block that checks a proof, with the key of GET /checkpoint.
func (c *Context) Checker() (Checker, error) {
	var newest struct {
		Key string `json:"key"`
	}
	if _, err := c.Get("/checkpoint", &newest); err != nil && !isNotReady(err) {
		return Checker{}, err
	}
	b := c.checkerWords()
	b.Key = newest.Key
	return b, nil
}

// isNotReady tells the log's first minute: nothing is signed yet.
func isNotReady(err error) bool {
	p, ok := errors.AsType[*Problem](err)
	return ok && p.Status == http.StatusServiceUnavailable
}

func (c *Context) checkerWords() Checker {
	b := Checker{
		Title: c.T(words.CheckTitle), Hint: c.T(words.CheckKeptHint), Without: c.T(words.CheckWithout), File: c.T(words.CheckFile),
		KeyLabel: c.T(words.CheckKey), KeyHint: c.T(words.CheckKeyHint),
		Earlier: c.T(words.CheckEarlier), EarlierHint: c.T(words.CheckEarlierHint),
		Submit: c.T(words.CheckSubmit), Words: map[string]string{},
	}
	for name, text := range words.Checks {
		b.Words[name] = c.T(text)
	}
	return b
}

// KeptChecker answers with the checker as one file to keep.
func (c *Context) KeptChecker() error {
	b := c.checkerWords()
	b.Kept = true
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "kept", part{c, b}); err != nil {
		return err
	}
	c.gin.Header("Content-Type", "text/html; charset=utf-8")
	c.gin.Header("Content-Disposition", `attachment; filename="check-proof.html"`)
	_, err := c.gin.Writer.Write(out.Bytes())
	return err
}
