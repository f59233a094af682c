package adminservice

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/adminrows"
)

// Request is a new administrator. Role is one of the roles of domain/admin. The password must have 8 to 255
// bytes.
type Request struct {
	Email, Password, Reason, Role string
}

// Check refuses a wrong email, password or role with invalid_field, and names all that are wrong.
func (r Request) Check() error {
	_, wrong := account.NormalizeEmail(r.Email)
	return domain.Together(wrong, credential.CheckLength(r.Password), admin.CheckRole(r.Role))
}

// Create adds an administrator. Refusals: invalid_field email or password, and those of admin.Create.
//
// It takes no Idempotency-Key, because the log would then hold a plain SHA-256 of a body that contains a
// password. A repeated request is refused, since the address exists.
func (a Admins) Create(ctx context.Context, r Request) (adminrows.Admin, error) {
	hash, err := credential.HashPassword(ctx, r.Password)
	if err != nil {
		return adminrows.Admin{}, err
	}
	return a.CreateHashed(ctx, r, hash)
}

// CreateHashed is Create with the hash of the password, for a caller that must not keep passwords. It ignores
// the Password of the request.
func (a Admins) CreateHashed(ctx context.Context, r Request, hash string) (adminrows.Admin, error) {
	var none adminrows.Admin
	email, err := account.NormalizeEmail(r.Email)
	if err != nil {
		return none, err
	}
	id, err := a.IDs.Next(ctx, sequence.Admin)
	if err != nil {
		return none, err
	}
	s, err := a.execute(ctx, func(s admin.State) ([]domain.Event, error) {
		return admin.Create(s, admin.CreateCmd{
			AdminID: id, Email: email, PasswordHash: hash, Role: r.Role, Reason: r.Reason, By: service.Actor(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return none, err
	}
	m, err := s.Find(id)
	if err != nil {
		return none, err
	}
	return a.row(ctx, m)
}

// ChangeRole gives an administrator another role and ends the sessions. Its refusals are those of
// admin.ChangeRole.
func (a Admins) ChangeRole(ctx context.Context, id int64, role, reason string) (adminrows.Admin, error) {
	return a.changed(ctx, id, func(s admin.State) ([]domain.Event, error) {
		return admin.ChangeRole(s, a.act(ctx, id, reason), role)
	})
}

// Disable ends an administrator's sessions and logins. Its refusals are those of admin.Disable.
func (a Admins) Disable(ctx context.Context, id int64, reason string) (adminrows.Admin, error) {
	return a.changed(ctx, id, func(s admin.State) ([]domain.Event, error) {
		return admin.Disable(s, a.act(ctx, id, reason))
	})
}

// Enable lets an administrator log in again. Its refusals are those of admin.Enable.
func (a Admins) Enable(ctx context.Context, id int64, reason string) (adminrows.Admin, error) {
	return a.changed(ctx, id, func(s admin.State) ([]domain.Event, error) {
		return admin.Enable(s, a.act(ctx, id, reason))
	})
}

func (a Admins) changed(ctx context.Context, id int64, decide func(admin.State) ([]domain.Event, error)) (adminrows.Admin, error) {
	m, err := a.change(ctx, id, decide)
	if err != nil {
		return adminrows.Admin{}, err
	}
	return a.row(ctx, m)
}

// errOwnLogin refuses the reset of one's own login, because a stolen session could take the login over.
var errOwnLogin = domain.Refuse(domain.Invalid, "own_login",
	"this is your own login: change it with PUT /admin/auth/password and /admin/auth/totp")

// Reset is a generated new password for another administrator, which is not valid yet.
type Reset struct {
	AdminID      int64  `json:"admin_id"`
	PasswordHash string `json:"password_hash"`
	// SecondFactor is true when the second factor must be removed, too.
	SecondFactor bool   `json:"second_factor"`
	Reason       string `json:"reason"`
}

// DrawReset generates a new password for an administrator, and returns it with the data that resets the login
// to it. It changes nothing.
func (a Admins) DrawReset(ctx context.Context, id int64, secondFactor bool, reason string) (r Reset, password string, err error) {
	password = drawPassword()
	hash, err := credential.HashPassword(ctx, password)
	return Reset{AdminID: id, PasswordHash: hash, SecondFactor: secondFactor, Reason: reason}, password, err
}

// ResetLogin gives an administrator the generated password and ends the sessions. Called again, it completes
// what is left to do. Refusals: own_login, admin_not_found.
func (a Admins) ResetLogin(ctx context.Context, r Reset) (adminrows.Admin, error) {
	m, err := a.change(ctx, r.AdminID, func(s admin.State) ([]domain.Event, error) {
		if m, err := s.Find(r.AdminID); err == nil && m.Name() == service.Actor(ctx) {
			return nil, errOwnLogin
		}
		return admin.ChangePassword(s, a.act(ctx, r.AdminID, r.Reason), "", r.PasswordHash)
	})
	if err == nil && r.SecondFactor {
		err = a.Factors.Remove(ctx, m.Name(), r.Reason)
	}
	if err != nil {
		return adminrows.Admin{}, err
	}
	return a.row(ctx, m)
}

// CreateWithPassword is Create with a password that it generates and returns.
func (a Admins) CreateWithPassword(ctx context.Context, email, role, reason string) (adminrows.Admin, string, error) {
	password := drawPassword()
	created, err := a.Create(ctx, Request{Email: email, Password: password, Role: role, Reason: reason})
	return created, password, err
}

// ResetPasswordOf calls DrawReset and ResetLogin for the administrator with this address. Refusals:
// invalid_field email, and those of ResetLogin.
func (a Admins) ResetPasswordOf(ctx context.Context, email string, secondFactor bool, reason string) (admin.Member, string, error) {
	m, err := a.byEmail(ctx, email)
	if err != nil {
		return m, "", err
	}
	drawn, password, err := a.DrawReset(ctx, m.ID, secondFactor, reason)
	if err == nil {
		_, err = a.ResetLogin(ctx, drawn)
	}
	return m, password, err
}

// drawPassword generates 96 random bits as hex.
func drawPassword() string {
	var bits [12]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	return hex.EncodeToString(bits[:])
}
