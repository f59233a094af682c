package app

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// pages shows the simulator's pages for payers at the gateway's own address. The
// rest of the simulator is reached by the provider client alone.
type pages struct{ simulator http.Handler }

// Routes implements server.Surface.
func (p pages) Routes(r gin.IRouter) {
	show := gin.WrapH(p.simulator)
	r.GET("/:product/:id", show)
	r.POST("/:product/:id", show)
}

func upper(codes []string) []string {
	out := make([]string, len(codes))
	for i, code := range codes {
		out[i] = strings.ToUpper(strings.TrimSpace(code))
	}
	return out
}
