package passwordpage

import (
	"context"
	"errors"
	"html/template"
	"net/http"

	"gateway/domain"

	"github.com/gin-gonic/gin"
)

// maxForm is the largest body of a form in bytes.
const maxForm = 16 << 10

// Passwords sets passwords with the tokens of links. accountservice.Accounts implements it.
type Passwords interface {
	// CheckLink refuses a token that is of no use.
	CheckLink(ctx context.Context, token string) error
	// SetPassword uses up the link. Its refusals are shown to the person.
	SetPassword(ctx context.Context, token, password string) error
}

// Surface serves the pages. It is safe for concurrent use.
type Surface struct{ passwords Passwords }

// New makes the surface.
func New(passwords Passwords) Surface { return Surface{passwords} }

// Routes mounts the pages below /portal.
func (s Surface) Routes(r gin.IRouter) {
	r.GET("/password", s.askForPassword)
	r.POST("/password", s.setPassword)
}

// askForPassword shows the form. It does not use the link up, because mail programs open
// links to look at them.
func (s Surface) askForPassword(c *gin.Context) {
	token := c.Query("token")
	if err := s.passwords.CheckLink(c.Request.Context(), token); err != nil {
		fail(c, "", err)
		return
	}
	show(c, http.StatusOK, page{Token: token})
}

func (s Surface) setPassword(c *gin.Context) {
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxForm)
	token, password := c.PostForm("token"), c.PostForm("password")
	if password != c.PostForm("again") {
		show(c, http.StatusBadRequest, page{Token: token, Problem: messages["differ"]})
		return
	}
	if err := s.passwords.SetPassword(c.Request.Context(), token, password); err != nil {
		fail(c, token, err)
		return
	}
	show(c, http.StatusOK, page{Done: true})
}

// message is a text in Indonesian and English.
type message struct{ ID, EN string }

// messages are by the code of a refusal, or by a name of their own.
var messages = map[string]message{
	"differ":        {"Kedua kata sandi tidak sama.", "The two passwords differ."},
	"invalid_field": {"Kata sandi harus 8 sampai 255 karakter.", "A password has 8 to 255 characters."},
	"link_invalid": {
		"Tautan ini sudah dipakai, sudah kedaluwarsa, atau tidak lengkap. Mintalah tautan baru.",
		"This link was used, has expired, or is not whole. Ask for a new one.",
	},
	"email_taken": {
		"Alamat e-mail ini sudah dipakai oleh login lain. Mintalah undangan ke alamat lain.",
		"This e-mail address belongs to another login. Ask for an invitation to another address.",
	},
	"broken": {"Terjadi kesalahan. Coba lagi sebentar lagi.", "Something went wrong. Try again in a moment."},
}

// fail shows why it did not work. The form stays where another attempt with this token may
// work.
func fail(c *gin.Context, token string, err error) {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		_ = c.Error(err) // for the log
		show(c, http.StatusInternalServerError, page{Token: token, Problem: messages["broken"]})
		return
	}
	text, known := messages[refusal.Code]
	if !known {
		text = messages["broken"]
	}
	if refusal.Code != "invalid_field" {
		token = ""
	}
	show(c, http.StatusBadRequest, page{Token: token, Problem: text})
}

// page is what the page shows: a problem, the form where there is a token, or that it is done.
type page struct {
	Problem message
	Token   string
	Done    bool
}

var layout = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Kata sandi baru / New password</title>
</head>
<body>
<main>
<h1>Kata sandi baru <small lang="en">/ New password</small></h1>
{{- if .Problem.ID}}
<p role="alert">{{.Problem.ID}}<br><span lang="en">{{.Problem.EN}}</span></p>
{{- end}}
{{- if .Done}}
<p role="status">Kata sandi Anda tersimpan. Silakan masuk dengan kata sandi itu.<br>
<span lang="en">Your password is saved. You can log in with it.</span></p>
{{- end}}
{{- if .Token}}
<form method="post" action="password">
<input type="hidden" name="token" value="{{.Token}}">
<p><label>Kata sandi baru <span lang="en">/ New password</span><br>
<input type="password" name="password" autocomplete="new-password" minlength="8" maxlength="255" required autofocus></label></p>
<p><label>Sekali lagi <span lang="en">/ Once more</span><br>
<input type="password" name="again" autocomplete="new-password" minlength="8" maxlength="255" required></label></p>
<p><button>Simpan <span lang="en">/ Save</span></button></p>
</form>
{{- end}}
</main>
</body>
</html>
`))

func show(c *gin.Context, status int, content page) {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer") // the address holds the token
	h.Set("Cache-Control", "no-store")
	c.Status(status)
	// An error means that the browser has hung up.
	_ = layout.Execute(c.Writer, content)
}
