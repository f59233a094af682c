// Package openapi holds the description of the API and serves it: the file itself, and pages on which people
// read it and try it out. No handler of the API belongs here.
//
// The sources of the description are the files in description/: common.yaml, and one file for each tag. They
// are OpenAPI with a few short forms, which common.yaml explains at its top. To change the API, edit them and
// run make generate, which does three things:
//
//   - Command bundle writes openapi.yaml from them. The file is committed because it is
//     embedded and served.
//   - oapi-codegen generates types and routes into each package that serves a part of
//     the API. codegen.yaml and the templates are its settings; overlay.yaml says which Go
//     type stands for a schema.
//   - oapi-codegen generates package api: the types of the answers, and the calls that the
//     console makes. answers.yaml and answers-overlay.yaml are the settings.
//
// make lint fails if openapi.yaml or the generated code is out of date.
package openapi

//go:generate go run ./bundle description openapi.yaml
