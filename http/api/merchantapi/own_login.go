package merchantapi

import "context"

// forgotPassword answers before it looks anything up.
func (a *API) forgotPassword(ctx context.Context, r ForgotPasswordRequest) (any, error) {
	a.Forgotten.Ask(ctx, r.Email)
	return nil, nil
}

func (a *API) resetPassword(ctx context.Context, r ResetPasswordRequest) (any, error) {
	return nil, a.Accounts.SetPassword(ctx, r.Token, r.Password)
}
