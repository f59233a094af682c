package server

import (
	"strings"

	"github.com/gin-gonic/gin"
)

// Pages is a surface for people. It answers with a page also where no handler of its own does: an
// unknown path below its prefix, a request with text that can't be read, and one beyond what strangers
// may have the gateway hold, with the status 429 or 503.
type Pages interface {
	Surface
	NotFound(c *gin.Context)
	Unreadable(c *gin.Context)
	Crowded(c *gin.Context, status int)
}

// pages gives the surface for people among the surfaces; nil for none.
func (s Surfaces) pages() Pages {
	for _, surface := range s {
		if p, ok := surface.(Pages); ok {
			return p
		}
	}
	return nil
}

// pagesByPrefix are the surfaces for people by their prefixes.
type pagesByPrefix map[string]Pages

func pagesOf(surfaces map[string]Surface) pagesByPrefix {
	below := pagesByPrefix{}
	for prefix, s := range surfaces {
		if p := (Surfaces{s}).pages(); p != nil {
			below[prefix] = p
		} else if several, ok := s.(Surfaces); ok && several.pages() != nil {
			below[prefix] = several.pages()
		}
	}
	return below
}

// of gives the surface that the path is below of; nil for none.
func (p pagesByPrefix) of(path string) Pages {
	for prefix, pages := range p {
		if strings.HasPrefix(path, prefix+"/") {
			return pages
		}
	}
	return nil
}

// notFound answers an unknown path: below a prefix for people by its surface, else by refuse.
func notFound(below pagesByPrefix, refuse gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if p := below.of(c.Request.URL.Path); p != nil {
			p.NotFound(c)
			return
		}
		refuse(c)
	}
}
