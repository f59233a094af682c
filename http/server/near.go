package server

import (
	"net/http"
	"slices"
	"strings"

	"gateway/domain/text"
	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// Limits for comparing a path with the known paths. A longer path gets the 404 without a suggestion.
const (
	maxNearPath    = 256
	maxNearSegment = 32
	// maxTypos is how many letters may differ in a whole path.
	maxTypos = 2
)

// nearPaths finds the path that a caller may have meant: a path without a needless slash, with the prefix, or
// with another version or spelling. It reveals patterns, never the caller's own text.
type nearPaths struct{ known []knownPath }

type knownPath struct {
	pattern  string
	segments []string
	methods  []string
}

// add adds the routes of the router, except for those that end in a wildcard.
func (n *nearPaths) add(routes gin.RoutesInfo) {
	at := map[string]int{}
	for _, route := range routes {
		if strings.Contains(route.Path, "*") {
			continue
		}
		i, found := at[route.Path]
		if !found {
			i = len(n.known)
			at[route.Path] = i
			n.known = append(n.known, knownPath{pattern: patternOf(route.Path), segments: segmentsOf(route.Path)})
		}
		n.known[i].methods = append(n.known[i].methods, route.Method)
	}
	slices.SortFunc(n.known, func(a, b knownPath) int { return strings.Compare(a.pattern, b.pattern) })
}

// refuse answers 404. It suggests a similar path if there is one.
func (n *nearPaths) refuse(c *gin.Context) {
	near, found := n.find(c.Request.URL.Path)
	if !found {
		envelope.NoSuchPath(c)
		return
	}
	envelope.Refuse(c, http.StatusNotFound, "no_such_path",
		"there is no such path: did you mean "+near.methodFor(c.Request.Method)+" "+near.pattern+"?")
}

func (n *nearPaths) find(path string) (best knownPath, found bool) {
	if len(path) > maxNearPath {
		return best, false
	}
	segments, least := segmentsOf(path), maxTypos+1
	for _, known := range n.known {
		if typos := known.differs(segments); typos < least {
			best, found, least = known, true, typos
		}
	}
	return best, found && len(segments) > 0
}

// differs counts the letters that differ. The result is above maxTypos if the paths are too different. A
// parameter matches any text, but a known word is preferred.
func (k knownPath) differs(segments []string) (typos int) {
	if len(segments) != len(k.segments) {
		return maxTypos + 1
	}
	for i, known := range k.segments {
		if strings.HasPrefix(known, ":") {
			continue
		}
		d := distance(known, strings.ToLower(segments[i]))
		if d > len(known)/3 {
			return maxTypos + 1
		}
		typos += d
	}
	return typos
}

// methodFor returns the caller's method if the path takes it, and otherwise the methods that it takes.
func (k knownPath) methodFor(method string) string {
	if slices.Contains(k.methods, method) {
		return method
	}
	return strings.Join(slices.Sorted(slices.Values(k.methods)), " or ")
}

// segmentsOf splits a path. It leaves out empty segments and the words of prefixes.
func segmentsOf(path string) []string {
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	for len(segments) > 0 && slices.Contains([]string{"api", "v1", "v2", "v3"}, strings.ToLower(segments[0])) {
		segments = segments[1:]
	}
	return segments
}

// patternOf writes a route as the description does: with {id} in place of :id.
func patternOf(route string) string {
	segments := strings.Split(route, "/")
	for i, s := range segments {
		if name, ok := strings.CutPrefix(s, ":"); ok {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

// distance is the number of edits between two texts. If b is very long, it is the length of a.
func distance(a, b string) int {
	if len(b) > maxNearSegment {
		return len(a)
	}
	return text.Distance(a, b)
}
