// Package ownloginapi has the handlers of a person's own login, for both surfaces: merchants' people and administrators.
// Each handler binds a request, calls one use case of package loginservice, and answers. The paths are those of the surfaces.
package ownloginapi

import "time"

// NewPassword asks for another password. Code is one of the second factor, where one is set up.
type NewPassword struct {
	Code            string `json:"code,omitempty"`
	CurrentPassword string `json:"current_password" bind:"bytes"`
	Password        string `json:"password" bind:"bytes"`
}

// Proof shows that the person of a session knows the own password, and has the second factor where one is set up.
type Proof struct {
	Code            string `json:"code,omitempty"`
	CurrentPassword string `json:"current_password" bind:"bytes"`
}

// Confirmation is a Proof for the requests of the next ten minutes.
type Confirmation struct {
	Code     string `json:"code,omitempty"`
	Password string `json:"password" bind:"bytes"`
}

// Code is a first code of a new second factor.
type Code struct {
	Code string `json:"code"`
}

// Enrolment is a new secret for codes, and as QR a PNG in base64.
type Enrolment struct {
	QR     string `json:"qr"`
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

// RecoveryCodes are ten codes, each of which counts once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

// Session is an open session. Current is the one of the request.
type Session struct {
	Address   string    `json:"address"`
	CreatedAt time.Time `json:"created_at"`
	Current   bool      `json:"current"`
	ExpiresAt time.Time `json:"expires_at"`
	ID        int64     `json:"id"`
	UserAgent string    `json:"user_agent"`
}
