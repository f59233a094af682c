package main

import (
	"fmt"
	"io/fs"
	"slices"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// commonFile holds what several tags use. Every other file belongs to one tag.
const commonFile = "common.yaml"

// source is one file of the description.
type source struct {
	name string
	tag  string // empty for common.yaml
	root *yaml.Node
}

// The sections that a file may have.
var (
	commonSections = []string{"openapi", "info", "servers", "tags", "shared", "components"}
	tagSections    = []string{"tag", "paths", "webhooks", "parameters", "components"}
)

// errorf makes an error that names the line of a node. A node that the bundler made has no line.
func (s *source) errorf(at *yaml.Node, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if at.Line == 0 {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return fmt.Errorf("%s:%d: %w", s.name, at.Line, err)
}

// read reads all files: common.yaml first, then the others in the order of the tags in
// common.yaml.
func read(dir fs.FS) ([]*source, error) {
	names, err := fs.Glob(dir, "*.yaml")
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, commonFile) {
		return nil, fmt.Errorf("there is no %s", commonFile)
	}
	var common *source
	byTag := map[string]*source{}
	for _, name := range names {
		s, err := readFile(dir, name)
		if err != nil {
			return nil, err
		}
		if name == commonFile {
			common = s
			continue
		}
		if other := byTag[s.tag]; other != nil {
			return nil, s.errorf(node.Field(s.root, "tag"), "the tag %s has a file already: %s", s.tag, other.name)
		}
		byTag[s.tag] = s
	}
	return inOrder(common, byTag)
}

// inOrder pairs each tag of common.yaml with its file.
func inOrder(common *source, byTag map[string]*source) ([]*source, error) {
	all := []*source{common}
	for _, tag := range node.Items(node.Field(common.root, "tags")) {
		name := node.Field(tag, "name")
		if name == nil {
			return nil, common.errorf(tag, "a tag has no name")
		}
		s := byTag[name.Value]
		if s == nil {
			return nil, common.errorf(name, "the tag %s has no file", name.Value)
		}
		delete(byTag, name.Value)
		all = append(all, s)
	}
	for tag, s := range byTag {
		return nil, s.errorf(node.Field(s.root, "tag"), "the tag %s is not in %s", tag, commonFile)
	}
	return all, nil
}

func readFile(dir fs.FS, name string) (*source, error) {
	raw, err := fs.ReadFile(dir, name)
	if err != nil {
		return nil, err
	}
	var document yaml.Node
	if err := yaml.Unmarshal(raw, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: is not a mapping", name)
	}
	s := &source{name: name, root: document.Content[0]}
	if err := s.checkKeys(s.root); err != nil {
		return nil, err
	}
	if name == commonFile {
		return s, s.checkSections(commonSections)
	}
	tag := node.Field(s.root, "tag")
	if tag == nil {
		return nil, fmt.Errorf("%s: has no tag", name)
	}
	s.tag = tag.Value
	return s, s.checkSections(tagSections)
}

func (s *source) checkSections(known []string) error {
	for key := range node.Fields(s.root) {
		if key.Value == "errors" {
			return s.errorf(key, "errors: their table is in Go, package gateway/http/api/errorcode: add them there")
		}
		if !slices.Contains(known, key.Value) {
			return s.errorf(key, "%s: this file has no such section", key.Value)
		}
	}
	return nil
}

// checkKeys refuses a mapping that has a key twice, because the decoder of nodes does not.
func (s *source) checkKeys(n *yaml.Node) error {
	seen := map[string]bool{}
	for key := range node.Fields(n) {
		if seen[key.Value] {
			return s.errorf(key, "%s: is there twice", key.Value)
		}
		seen[key.Value] = true
	}
	for _, child := range n.Content {
		if err := s.checkKeys(child); err != nil {
			return err
		}
	}
	return nil
}
