package linkpage

import (
	"context"
	"net/http"

	"gateway/domain/words"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// Undo undoes the change that a token stands for. A *domain.Refusal says why it can't.
type Undo func(ctx context.Context, token string) error

const undoPath = "/undo"

// Undo is the page on which a person undoes a change of the account, by the link in the notice of it.
func (p Pages) Undo(undo Undo) Surface {
	return Surface{
		site: p.site, path: undoPath,
		ask: func(v *visit) {
			v.Answer(http.StatusOK, words.UndoTitle, v.says(words.UndoAsk, page.ToneQuiet), v.form(words.UndoTitle))
		},
		do: func(v *visit) {
			if err := undo(v.gin.Request.Context(), v.token); err != nil {
				v.fail(words.UndoTitle, words.UndoInvalid, err)
				return
			}
			v.Answer(http.StatusOK, words.UndoTitle, v.says(words.UndoDone, page.ToneGood), v.leads(words.LogIn, "/login"))
		},
	}
}

// FormerUndo leads links in mails of former versions, to /undo, to the page.
type FormerUndo struct{ site *page.Site }

// FormerUndo is to be mounted at /undo.
func (p Pages) FormerUndo() FormerUndo { return FormerUndo(p) }

// Routes mounts the redirect.
func (f FormerUndo) Routes(r gin.IRouter) {
	lead := func(g *gin.Context) {
		g.Header("Referrer-Policy", "no-referrer")
		g.Redirect(http.StatusPermanentRedirect, f.site.Prefix+undoPath+"?"+g.Request.URL.RawQuery)
	}
	r.GET("", lead)
	r.POST("", lead)
}
