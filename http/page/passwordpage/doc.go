// Package passwordpage serves the page that links in mails lead to, on which a person chooses a password. The
// page is plain HTML in Indonesian and English, works without scripts, and loads nothing. The API can do the
// same (POST /auth/reset-password).
package passwordpage
