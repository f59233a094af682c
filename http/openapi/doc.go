// Package openapi holds the description of the API, openapi.yaml, and shows it: the
// file itself, and a page on which it can be read and tried out.
//
// The description is the source. What the surfaces read, which routes they have and
// who may call them is generated from it into their packages (make generate), with
// codegen.yaml, the templates, and overlay.yaml, which says what stands for a schema
// in Go. No handler belongs here.
package openapi
