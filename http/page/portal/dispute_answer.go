package portal

import (
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/api/envelope"
	"gateway/http/page"
	"gateway/projections/readmodel/disputerows"
)

// fieldFiles is the field with the files of an answer.
const fieldFiles = "files"

// The largest sum of the files' sizes in bytes: the API takes them in base64, which adds a third, beside the text.
const (
	besideFiles = 256 << 10
	maxEvidence = (envelope.MaxFiles - besideFiles) / 4 * 3
)

// disputeForms offer what the person may do with the dispute now, and say in rupiah what it does.
func disputeForms(c *page.Context, d disputerows.Dispute) []page.Block {
	if !page.IsAnswerable(d, c.Now()) || !c.May("disputes") {
		return nil
	}
	path := "/disputes/" + page.Key(d.ID)
	accept := page.Form{
		Title: c.T(words.AcceptDispute), Hint: c.T(words.AcceptDisputeHint, page.Rupiah(d.Amount).Text), Action: path + "/accept",
		Submit: c.T(words.AcceptDispute), Danger: true,
	}
	if len(d.Answers) >= payment.MaxAnswers {
		return []page.Block{accept}
	}
	title, hint := words.AnswerDispute, words.AnswerHint
	if len(d.Answers) > 0 {
		title, hint = words.AnswerAgain, words.AnswerAgainHint
	}
	filesHint := c.T(words.AnswerFilesHint, payment.MaxEvidenceFiles, maxEvidence/1_000_000)
	if c.Problem != nil {
		filesHint += ". " + c.T(words.AnswerFilesAgain)
	}
	return []page.Block{
		page.Form{
			Title: c.T(title), Hint: c.T(hint), Action: path + "/evidence", Submit: c.T(title),
			Fields: []page.Field{
				{Name: "text", Label: c.T(words.AnswerText), Kind: "area"},
				{Name: fieldFiles, Label: c.T(words.AnswerFiles), Hint: filesHint, Kind: "file", Accept: strings.Join(file.Types(), ",")},
			},
		},
		accept,
	}
}

func answerDispute(c *page.Context) (page.Result, error) {
	path := "/disputes/" + c.Param("id")
	files, err := c.Uploads(fieldFiles, file.Types())
	if err != nil {
		return page.Result{}, err
	}
	if err := checkFiles(c, files); err != nil {
		return page.Result{}, err
	}
	_, err = api.AnswerDispute(c, c.Param("id"), page.Body{"text": c.Field("text"), fieldFiles: slices.Concat([]page.Upload{}, files)})
	return page.Result{To: path, Done: words.DoneAnswered}, aboutFiles(c, files, err)
}

// checkFiles refuses what the API would refuse without naming the field of the form.
func checkFiles(c *page.Context, files []page.Upload) error {
	sum := 0
	for _, f := range files {
		if len(f.Content) > file.MaxSize {
			return wrongField(fieldFiles, c.T(words.AnswerFileLarge, f.Name))
		}
		sum += len(f.Content)
	}
	switch {
	case len(files) > payment.MaxEvidenceFiles:
		return wrongField(fieldFiles, c.T(words.AnswerFilesTooMany, payment.MaxEvidenceFiles))
	case sum > maxEvidence:
		return wrongField(fieldFiles, c.T(words.AnswerFilesTooMuch, maxEvidence/1_000_000))
	}
	return nil
}

// ofFile is how the API names a part of a file.
var ofFile = regexp.MustCompile(`^files\[(\d+)\]\.(name|type|content)$`)

// aboutFiles gives what the API says about parts of files to the field of the form that has them all, with the files' names.
func aboutFiles(c *page.Context, files []page.Upload, err error) error {
	refusal, refused := errors.AsType[*page.Problem](err)
	if !refused || refusal.Status != http.StatusBadRequest {
		return err
	}
	said, wrong := *refusal, []string(nil)
	said.Fields = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(refusal.Fields)) {
		part := ofFile.FindStringSubmatch(name)
		if part == nil {
			said.Fields[name] = refusal.Fields[name]
			continue
		}
		if i, err := strconv.Atoi(part[1]); err == nil && i < len(files) {
			wrong = append(wrong, wrongFile(c, files[i], part[2]))
		}
	}
	if len(wrong) > 0 {
		said.Fields[fieldFiles] = strings.Join(slices.Compact(wrong), "; ")
	}
	return &said
}

// wrongFile says what is wrong with a file, of which the API refuses a part.
func wrongFile(c *page.Context, f page.Upload, part string) string {
	switch {
	case part == "name":
		return c.T(words.AnswerFileName, f.Name)
	case len(f.Content) == 0:
		return c.T(words.AnswerFileEmpty, f.Name)
	}
	return c.T(words.AnswerFileType, f.Name)
}

// acceptDispute lets the customer have the money, if the person is sure, and otherwise says what that does.
func acceptDispute(c *page.Context) (page.Result, error) {
	path := "/disputes/" + c.Param("id")
	if c.Field(fieldSure) == "true" {
		_, err := api.AcceptDispute(c, c.Param("id"))
		return page.Result{To: path, Done: words.DoneConceded}, err
	}
	d, err := api.GetDispute(c, c.Param("id"))
	if err != nil {
		return page.Result{}, err
	}
	amount := page.Rupiah(d.Amount).Text
	return page.Result{Title: words.AcceptDispute, Blocks: []page.Block{
		page.Form{
			Title: c.T(words.AcceptSureTitle, amount), Hint: c.T(words.AcceptSureHint, amount), Action: path + "/accept",
			Submit: c.T(words.AcceptSure, amount), Danger: true, Key: c.SentKey(),
			Fields: []page.Field{{Name: fieldSure, Kind: "hidden", Value: "true"}},
		},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(path)}}},
	}}, nil
}
