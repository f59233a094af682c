package portal

import (
	"errors"
	"strings"

	"gateway/domain/document"
	"gateway/domain/file"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// documentsPath is the page of the documents of a registration.
const documentsPath = "/documents"

var documentPages = []page.Page{
	{Path: documentsPath, Section: words.AccountSection, Nav: words.Documents, Show: showDocuments},
}

var documentActions = []page.Action{
	{Path: documentsPath, Group: "manage_account", Page: documentsPath, Files: true, Do: submitDocument},
}

// showDocuments shows what was sent and what became of it, never the files.
func showDocuments(c *page.Context) ([]page.Block, error) {
	o, err := api.GetOnboarding(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Title:   c.T(words.Documents),
		Columns: c.Titles(words.DocumentSentAt, words.DocumentKind, words.Status, words.DocumentFile, words.Reason),
		Empty:   c.T(words.DocumentsEmpty),
	}
	for _, d := range o.Documents {
		reason := page.Cell{}
		switch {
		case d.Reason != nil:
			reason = page.Plain(words.Isolated(*d.Reason))
		case d.Status == document.StatusWaiting:
			reason = page.Plain(c.T(words.StepIsReviewed, usually(c, o.UsualSeconds)))
		}
		t.Add(c.Time(d.CreatedAt), page.Plain(c.Word(words.DocumentKinds, d.Kind)), c.State(d.Status),
			page.Plain(words.Isolated(d.File.Name)), reason)
	}
	if !c.May("manage_account") {
		return []page.Block{t}, nil
	}
	return []page.Block{page.Form{
		Title: c.T(words.DocumentSend), Hint: c.T(words.DocumentHint), Action: documentsPath,
		Submit: c.T(words.DocumentSend),
		Fields: []page.Field{
			{Name: "kind", Label: c.T(words.DocumentKind), Required: true, Options: c.Choices(words.DocumentKinds, document.Kinds()...)},
			{
				Name: fieldFiles, Label: c.T(words.DocumentFile), Hint: c.T(words.SlipFileHint), Kind: "file", Required: true,
				Accept: strings.Join(file.Types(), ","),
			},
		},
	}, t}, nil
}

func submitDocument(c *page.Context) (page.Result, error) {
	files, err := c.Uploads(fieldFiles, file.Types())
	if err != nil {
		return page.Result{}, err
	}
	if len(files) != 1 {
		return page.Result{}, wrongField(fieldFiles, c.T(words.SlipFileMissing))
	}
	_, err = api.SubmitDocument(c, page.Body{"kind": c.Field("kind"), "file": files[0]})
	return page.Result{To: documentsPath, Done: words.DoneSent}, aboutDocument(c, err)
}

// aboutDocument gives what the API says about parts of the file to the field of the form that has it.
func aboutDocument(c *page.Context, err error) error {
	if refusal, refused := errors.AsType[*page.Problem](err); !refused || len(refusal.Fields) == 0 {
		return err
	}
	return aboutSlip(c, err)
}
