package server

import (
	"strings"

	"github.com/gin-gonic/gin"
)

// Pages is a surface for people, which answers an unknown path below its prefix with a page.
type Pages interface {
	Surface
	NotFound(c *gin.Context)
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

// notFound answers an unknown path: below a prefix for people by its surface, else by refuse.
func notFound(surfaces map[string]Surface, refuse gin.HandlerFunc) gin.HandlerFunc {
	below := map[string]Pages{}
	for prefix, s := range surfaces {
		if p := (Surfaces{s}).pages(); p != nil {
			below[prefix] = p
		} else if several, ok := s.(Surfaces); ok && several.pages() != nil {
			below[prefix] = several.pages()
		}
	}
	return func(c *gin.Context) {
		for prefix, p := range below {
			if strings.HasPrefix(c.Request.URL.Path, prefix+"/") {
				p.NotFound(c)
				return
			}
		}
		refuse(c)
	}
}
