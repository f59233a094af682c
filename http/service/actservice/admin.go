package actservice

import (
	"context"
	"fmt"

	"gateway/domain/admin"
	"gateway/http/service/adminservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/adminrows"
)

type createAdmin struct {
	Email        string `json:"email"`
	PasswordHash string `json:"password_hash"`
	Role         string `json:"role"`
	Reason       string `json:"reason"`
}

type changeRole struct {
	AdminID int64  `json:"admin_id"`
	Role    string `json:"role"`
	Reason  string `json:"reason"`
}

type enableAdmin struct {
	AdminID int64  `json:"admin_id"`
	Reason  string `json:"reason"`
}

func (a *Acts) registerAdmins(approvals *approvalservice.Approvals) {
	a.createAdmin = approvalservice.Register(approvals, approvalservice.Act[createAdmin, adminrows.Admin]{
		Name: "admin.create", Ends: []string{admin.Created{}.EventType()},
		Describe: func(c createAdmin) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("create the administrator %q with the role %s, and a password that the one who asks chose", c.Email, c.Role),
				Subject: "admins", Reason: c.Reason,
			}
		},
		Explain: a.explainNewAdmin,
		Run: func(ctx context.Context, rehearse bool, c createAdmin) (adminrows.Admin, error) {
			return a.on(rehearse).Admins.CreateHashed(ctx, adminservice.Request{Email: c.Email, Role: c.Role, Reason: c.Reason}, c.PasswordHash)
		},
	})
	a.changeRole = approvalservice.Register(approvals, approvalservice.Act[changeRole, adminrows.Admin]{
		Name: "admin.role", Ends: []string{admin.RoleChanged{}.EventType()},
		Describe: func(c changeRole) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("give administrator %d the role %s", c.AdminID, c.Role),
				Subject: fmt.Sprintf("admins/%d", c.AdminID), Reason: c.Reason,
			}
		},
		Explain: a.explainRole,
		Run: func(ctx context.Context, rehearse bool, c changeRole) (adminrows.Admin, error) {
			return a.on(rehearse).Admins.ChangeRole(ctx, c.AdminID, c.Role, c.Reason)
		},
	})
	a.enableAdmin = approvalservice.Register(approvals, approvalservice.Act[enableAdmin, adminrows.Admin]{
		Name: "admin.enable", Ends: []string{admin.Enabled{}.EventType()},
		Describe: func(c enableAdmin) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("let administrator %d log in again, with the role and password of before", c.AdminID),
				Subject: fmt.Sprintf("admins/%d", c.AdminID), Reason: c.Reason,
			}
		},
		Explain: a.explainEnabling,
		Run: func(ctx context.Context, rehearse bool, c enableAdmin) (adminrows.Admin, error) {
			return a.on(rehearse).Admins.Enable(ctx, c.AdminID, c.Reason)
		},
	})
	a.resetLogin = approvalservice.Register(approvals, approvalservice.Act[adminservice.Reset, adminrows.Admin]{
		Name: "admin.reset", // it has no single final event, since it may append two; executing it again completes it
		Describe: func(c adminservice.Reset) approvalservice.Description {
			what := fmt.Sprintf("give administrator %d a new password, which the one who asks gets", c.AdminID)
			if c.SecondFactor {
				what += ", and remove the second factor"
			}
			return approvalservice.Description{What: what, Subject: fmt.Sprintf("admins/%d", c.AdminID), Reason: c.Reason}
		},
		Explain: a.explainReset,
		Run: func(ctx context.Context, rehearse bool, c adminservice.Reset) (adminrows.Admin, error) {
			return a.on(rehearse).Admins.ResetLogin(ctx, c)
		},
	})
}

// CreateAdmin adds an administrator. It hashes the password at once, so that an approval stores only the
// hash.
func (a *Acts) CreateAdmin(ctx context.Context, r adminservice.Request) (any, error) {
	hash, err := credential.HashPassword(ctx, r.Password)
	if err != nil {
		return nil, err
	}
	return a.createAdmin.Do(ctx, createAdmin{Email: r.Email, PasswordHash: hash, Role: r.Role, Reason: r.Reason})
}

// ChangeRole gives an administrator another role.
func (a *Acts) ChangeRole(ctx context.Context, id int64, role, reason string) (any, error) {
	return a.changeRole.Do(ctx, changeRole{id, role, reason})
}

// EnableAdmin lets a disabled administrator log in again.
func (a *Acts) EnableAdmin(ctx context.Context, id int64, reason string) (any, error) {
	return a.enableAdmin.Do(ctx, enableAdmin{id, reason})
}

// NewPassword is the answer to a reset: a password that is shown once.
type NewPassword struct {
	Password string `json:"password"`
}

// ResetLogin resets the login of another administrator. The answer shows the new password, once, to the
// administrator who asked. If approval is needed, the password is valid from the grant on.
func (a *Acts) ResetLogin(ctx context.Context, id int64, secondFactor bool, reason string) (any, error) {
	drawn, password, err := a.use.Admins.DrawReset(ctx, id, secondFactor, reason)
	if err != nil {
		return nil, err
	}
	answer, err := a.resetLogin.Do(ctx, drawn)
	if err != nil {
		return nil, err
	}
	if asked, waits := answer.(approvalservice.Asked); waits {
		return asked.WithSecret(NewPassword{password})
	}
	return NewPassword{password}, nil
}
