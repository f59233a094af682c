package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gateway/http/openapi/node"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

// examplesFolder holds the recorded example of each operation: <operationId>.yaml with the body of a request
// and the answer to it.
const examplesFolder = "examples"

// errorsFolder holds the recorded example of each error for each audience: <audience>/<code>.yaml with the
// operation that answered it, and the answer.
const errorsFolder = examplesFolder + "/errors"

// The merchants' errors are the values of the examples. Those of the other audiences stand beside them under
// keys of their own, from which package openapi makes their descriptions.
const (
	mainAudience = "merchants"
	errorOf      = "x-value-for-"
)

const jsonType = "application/json"

// withExamples puts the recorded examples into a bundled document. It leaves out an example that no longer fits
// its schema, because the operation has changed since, and says so in the notes.
func withExamples(bundled []byte, dir fs.FS) (document []byte, notes []string, err error) {
	var root yaml.Node
	if err := yaml.Unmarshal(bundled, &root); err != nil {
		return nil, nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(bundled)
	if err != nil {
		return nil, nil, err
	}
	used := map[string]bool{}
	for at, item := range node.Fields(node.Field(root.Content[0], "paths")) {
		for method, operation := range node.Fields(item) {
			if !slices.Contains(methods, method.Value) {
				continue
			}
			name := node.Field(operation, "operationId").Value + ".yaml"
			used[name] = true
			described := doc.Paths.Value(at.Value).GetOperation(strings.ToUpper(method.Value))
			note, err := addExample(operation, described, dir, examplesFolder+"/"+name)
			if err != nil {
				return nil, nil, err
			}
			if note != "" {
				notes = append(notes, note)
			}
		}
	}
	more, err := addErrors(root.Content[0], doc, dir)
	if err != nil {
		return nil, nil, err
	}
	notes = append(notes, more...)
	files, _ := fs.Glob(dir, examplesFolder+"/*.yaml") // the pattern is valid
	for _, file := range files {
		if name := strings.TrimPrefix(file, examplesFolder+"/"); !used[name] {
			return nil, nil, fmt.Errorf("%s: there is no such operation", file)
		}
	}
	document, err = encode(root.Content[0])
	return document, notes, err
}

func addExample(operation *yaml.Node, described *openapi3.Operation, dir fs.FS, file string) (note string, err error) {
	raw, err := fs.ReadFile(dir, file)
	if err != nil {
		return "", nil //nolint:nilerr // not recorded yet, which a test of the description finds
	}
	var recorded yaml.Node
	if err := yaml.Unmarshal(raw, &recorded); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	status, media := goodAnswer(operation)
	if media == nil {
		return "", fmt.Errorf("%s: the operation has no answer in JSON", file)
	}
	answer := node.Field(recorded.Content[0], "answer")
	schema := described.Responses.Value(status).Value.Content[jsonType].Schema.Value
	if problem := fitsSchema(answer, schema); problem != nil {
		return fmt.Sprintf("%s: left out, for it does not fit its schema: %v", file, problem), nil
	}
	node.Set(media, "example", answer)
	request := node.Field(recorded.Content[0], "request")
	body := node.Field(operation, "requestBody", "content", jsonType)
	if request == nil || body == nil || node.Field(body, "example") != nil {
		return "", nil
	}
	if fitsSchema(request, described.RequestBody.Value.Content[jsonType].Schema.Value) == nil {
		node.Put(body, "example", request)
	}
	return "", nil
}

// addErrors puts the recorded answers into the examples of errors, in place of those that the description composes.
func addErrors(root *yaml.Node, doc *openapi3.T, dir fs.FS) (notes []string, err error) {
	examples := node.Field(root, "components", "examples")
	if misplaced, _ := fs.Glob(dir, errorsFolder+"/*.yaml"); len(misplaced) > 0 { // the pattern is valid
		return nil, fmt.Errorf("%s: an example of an error belongs into the folder of its audience", misplaced[0])
	}
	files, _ := fs.Glob(dir, errorsFolder+"/*/*.yaml") // the pattern is valid
	for _, file := range files {
		raw, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, err
		}
		var recorded yaml.Node
		if err := yaml.Unmarshal(raw, &recorded); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		audience, code := path.Base(path.Dir(file)), strings.TrimSuffix(path.Base(file), ".yaml")
		example, answer := node.Field(examples, code), node.Field(recorded.Content[0], "answer")
		if example == nil {
			return nil, fmt.Errorf("%s: there is no such error", file)
		}
		met, problem := fitsError(answer, code, audience, doc)
		switch {
		case problem != nil:
			notes = append(notes, fmt.Sprintf("%s: left out, for it does not fit its schema: %v", file, problem))
		case !met:
			return nil, fmt.Errorf("%s: no operation of theirs names this error", file)
		case audience == mainAudience:
			node.Set(example, "value", answer)
		default:
			node.Set(example, errorOf+audience, answer)
		}
	}
	return notes, nil
}

// fitsError checks an error's answer against every response for the audience that may have it. met reports
// whether there is one.
func fitsError(answer *yaml.Node, code, audience string, doc *openapi3.T) (met bool, problem error) {
	for at, item := range doc.Paths.Map() {
		if audienceOf(at) != audience {
			continue
		}
		for _, operation := range item.Operations() {
			for _, response := range operation.Responses.Map() {
				media := response.Value.Content[jsonType]
				if media == nil || media.Examples[code] == nil {
					continue
				}
				met = true
				if err := fitsSchema(answer, media.Schema.Value); err != nil {
					return true, err
				}
			}
		}
	}
	return met, nil
}

// audienceOf returns the audience of a path. Package openapi knows audiences too, but can't be imported here,
// because it embeds the output of this command.
func audienceOf(at string) string {
	switch {
	case strings.HasPrefix(at, "/admin/"):
		return "administrators"
	case strings.HasPrefix(at, "/provider/"):
		return "provider"
	}
	return mainAudience
}

// goodAnswer returns the first successful answer of an operation, and its JSON.
func goodAnswer(operation *yaml.Node) (status string, media *yaml.Node) {
	for key, response := range node.Fields(node.Field(operation, "responses")) {
		if strings.HasPrefix(key.Value, "2") {
			return key.Value, node.Field(response, "content", jsonType)
		}
	}
	return "", nil
}

func fitsSchema(value *yaml.Node, schema *openapi3.Schema) error {
	var decoded, plain any
	if err := value.Decode(&decoded); err != nil {
		return err
	}
	raw, err := json.Marshal(decoded)
	if err == nil {
		err = json.Unmarshal(raw, &plain)
	}
	if err != nil {
		return err
	}
	if err := schema.VisitJSON(plain); err != nil {
		reason, _, _ := strings.Cut(strings.Join(strings.Fields(err.Error()), " "), " Schema:")
		return errors.New(reason)
	}
	return nil
}
