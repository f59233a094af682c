// Package passwordpage serves the pages that links in mails lead to: one on which a person
// chooses a password. The pages are plain HTML in Indonesian and English, work without
// scripts, and load nothing. The API can do the same (POST /auth/reset-password).
package passwordpage
