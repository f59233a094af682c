package page

import (
	"bytes"
	"errors"
	"html/template"
	"net/http"

	"gateway/domain/words"
	"gateway/http/api"
)

// Checker checks a file with a balance and its proofs in the browser.
type Checker struct {
	// Title and Hint head the page when it is saved as a file.
	Title, Hint string
	// Key is the public key that signs checkpoints. It is empty on a saved page, whose reader must enter the key.
	Key                                                            string
	Without, File, KeyLabel, KeyHint, Earlier, EarlierHint, Submit string
	// Words are the messages of the script, by the check that failed.
	Words map[string]string
	// Kept says that the page is a file of its own, which contains the script and the style.
	Kept bool
}

func (Checker) template() string { return "checker" }

// Script and Style are the contents of a saved page.
func (Checker) Script() template.JS { return template.JS(assets[checkScript].content) } //nolint:gosec // a file of the program

// Style is the style of all pages.
func (Checker) Style() template.CSS {
	return template.CSS(string(assets["tokens.css"].content) + string(assets["style.css"].content)) //nolint:gosec // files of the program
}

// Checker returns the block that checks a proof, with the key of GET /checkpoint.
func (c *Context) Checker() (Checker, error) {
	newest, err := api.GetCheckpoint(c, nil)
	if err != nil && !isNotReady(err) {
		return Checker{}, err
	}
	b := c.checkerWords()
	b.Key = newest.Key
	return b, nil
}

// isNotReady reports whether nothing is signed yet, as in the first minute of a log.
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

// KeptChecker answers with the checker as one file to save.
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
