// Package undopage serves the page behind the link in a notice of a changed account. A person confirms there
// that the change is to be undone; a mail program that only opens links undoes nothing. The page needs no
// scripts.
package undopage

import (
	"context"
	"errors"
	"net/http"

	"gateway/domain"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// Undo undoes the change that a token stands for. A *domain.Refusal says why it can't.
type Undo func(ctx context.Context, token string) error

// Surface serves the page. It is safe for concurrent use.
type Surface struct {
	undo  Undo
	brand page.Identity
}

// New makes the surface, whose pages show the operator's brand.
func New(undo Undo, brand page.Identity) Surface { return Surface{undo, brand} }

// content is what the page shows: the form if Token is set, otherwise the outcome.
type content struct {
	Title, Text, TextEnglish, Token string

	Identity page.Identity
}

var layout = page.NewSmall(`<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
{{template "brand-head" .Identity}}
</head>
<body>
{{template "brand-top" .Identity}}
<main class="narrow">
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
<p lang="en">{{.TextEnglish}}</p>
{{if .Token}}<form method="post"><input type="hidden" name="token" value="{{.Token}}">
<button type="submit">Batalkan perubahan / Undo the change</button></form>{{end}}
</main>
</body>
</html>
`)

// Routes mounts the page below /undo.
func (s Surface) Routes(r gin.IRouter) {
	r.GET("", func(c *gin.Context) {
		s.show(c, http.StatusOK, content{
			Title: "Batalkan perubahan akun / Undo the change of your account",
			Text: "Nomor rekening, bank, dan alamat e-mail akan kembali seperti sebelumnya. Kunci API dan semua sesi masuk akan berakhir, " +
				"dan yang diperoleh akun sejak perubahan itu dibatalkan: orang, undangan, alamat callback, penarikan. " +
				"Setelah itu pilih kata sandi baru dan buat kunci API baru.",
			TextEnglish: "The bank account and the e-mail address go back to what they were. " +
				"The API keys and all sessions end, and what the account gained since the change is undone: people, invitations, " +
				"callback endpoints, payouts. Then choose a new password and issue a new API key.",
			Token: c.Query("token"),
		})
	})
	r.POST("", s.confirm)
}

func (s Surface) confirm(c *gin.Context) {
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, 4<<10)
	err := s.undo(c.Request.Context(), c.PostForm("token"))
	var refused *domain.Refusal
	switch {
	case err == nil:
		s.show(c, http.StatusOK, content{
			Title: "Perubahan dibatalkan / The change is undone",
			Text:  "Kunci API dan semua sesi telah berakhir. Pilih kata sandi baru, periksa pengguna akun, dan buat kunci API baru.",
			TextEnglish: "The API key and all sessions have ended. Choose a new password, look at the people of the account, " +
				"and issue a new API key.",
		})
	case errors.As(err, &refused):
		s.show(c, http.StatusBadRequest, content{
			Title:       "Tautan tidak berlaku / The link is not valid",
			Text:        "Tautan sudah berakhir atau tidak lengkap. Hubungi kami jika perubahan itu bukan dari Anda.",
			TextEnglish: "The link has ended, or is not whole. Call us if the change was not yours.",
		})
	default:
		_ = c.Error(err) // returns its argument
		s.show(c, http.StatusServiceUnavailable, content{
			Title: "Coba lagi / Try again", Text: "Layanan sedang tidak tersedia. Coba lagi sebentar lagi.",
			TextEnglish: "The service can't answer now. Try again in a moment.",
		})
	}
}

func (s Surface) show(c *gin.Context, status int, shown content) {
	shown.Identity = s.brand
	page.WriteSmall(c, status, layout, "'self'", shown)
}
