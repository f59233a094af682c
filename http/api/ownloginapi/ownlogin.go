// Package ownloginapi has the handlers of a person's own login, for both surfaces: merchants' people and
// administrators. Each handler binds a request, calls one use case of package loginservice, and answers. The surfaces
// choose the paths.
package ownloginapi

import "time"

// NewPassword asks to change the password. Code is a code of the second factor, if one is set up.
type NewPassword struct {
	Code            string `json:"code,omitempty"`
	CurrentPassword string `json:"current_password" bind:"bytes"`
	Password        string `json:"password" bind:"bytes"`
}

// Proof shows that the person of a session knows the password, and has the second factor if one is set up.
type Proof struct {
	Code            string `json:"code,omitempty"`
	CurrentPassword string `json:"current_password" bind:"bytes"`
}

// Confirmation is a Proof that counts for the session's requests of the next ten minutes.
type Confirmation struct {
	Code     string `json:"code,omitempty"`
	Password string `json:"password" bind:"bytes"`
}

// Code is the first code of a new second factor.
type Code struct {
	Code string `json:"code"`
}

// Enrolment is the secret of a new second factor. QR is the same as a PNG image in base64.
type Enrolment struct {
	QR     string `json:"qr"`
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

// RecoveryCodes are ten codes that each work once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// Session is an open session. Current marks the session that sent the request.
type Session struct {
	Address   string    `json:"address"`
	CreatedAt time.Time `json:"created_at"`
	Current   bool      `json:"current"`
	ExpiresAt time.Time `json:"expires_at"`
	ID        int64     `json:"id"`
	UserAgent string    `json:"user_agent"`
}
