package server

import (
	"strings"

	"github.com/gin-gonic/gin"
)

// Pages is a surface for people. It also answers with a page where none of its own handlers does: for an
// unknown path below its prefix, for a request with text that can't be read, and, with status 429 or 503, for a
// request beyond the limits of package strangers.
type Pages interface {
	Surface
	NotFound(c *gin.Context)
	Unreadable(c *gin.Context)
	Crowded(c *gin.Context, status int)
}

// pages returns the surface for people among the surfaces, nil if there is none.
func (s Surfaces) pages() Pages {
	for _, surface := range s {
		if p, ok := surface.(Pages); ok {
			return p
		}
	}
	return nil
}

// pagesByPrefix holds the surfaces for people by prefix.
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

// of returns the surface whose prefix the path is below, nil if there is none.
func (p pagesByPrefix) of(path string) Pages {
	for prefix, pages := range p {
		if strings.HasPrefix(path, prefix+"/") {
			return pages
		}
	}
	return nil
}

// notFound answers an unknown path. Below a prefix for people their surface answers, otherwise refuse.
func notFound(below pagesByPrefix, refuse gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if p := below.of(c.Request.URL.Path); p != nil {
			p.NotFound(c)
			return
		}
		refuse(c)
	}
}
