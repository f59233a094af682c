package accountservice

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/server/origin"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/clientrows"
)

// RegisterRequest is a new account. The password must have 8 to 255 bytes.
type RegisterRequest struct {
	Email, Name, Password string
}

// Register opens an account, which then waits for approval. Refusals: invalid_field email or password, those
// of account.Register, and *credential.TooManyError.
//
// It takes no Idempotency-Key, because a repeated request is refused with email_taken.
func (a Accounts) Register(ctx context.Context, r RegisterRequest) (clientrows.Client, error) {
	var none clientrows.Client
	email, wrong := account.NormalizeEmail(r.Email)
	if err := domain.Together(account.CheckName(r.Name), wrong, credential.CheckLength(r.Password)); err != nil {
		return none, err
	}
	hash, err := credential.HashPassword(ctx, r.Password)
	if err != nil {
		return none, err
	}
	var s account.State
	err = a.guardTaken(origin.Network(origin.Address(ctx)), func() (err error) {
		s, err = a.open(ctx, r.Name, email, hash)
		return err
	})
	if err != nil {
		return none, err
	}
	return clientrows.Client{ID: s.ClientID, Name: s.Profile.Name, Email: s.Profile.Email, Code: s.Code, Status: s.Status}, nil
}

// clientCode returns the client's `kode`: its id with a letter in front, so that people can tell it from
// other numbers.
func clientCode(id int64) string { return fmt.Sprintf("M%06d", id) }

// open opens an account after it has claimed the address. Refusal: email_taken.
func (a Accounts) open(ctx context.Context, name, email, passwordHash string) (account.State, error) {
	id, err := a.claimEmailForNewAccount(ctx, email)
	if err != nil {
		return account.State{}, err
	}
	out, err := service.Execute(ctx, a.Core, account.Aggregate, account.Stream(id), func(s account.State) ([]domain.Event, error) {
		return account.Register(s, account.RegisterCmd{
			ClientID: id, Code: clientCode(id), Name: name, Email: email, PasswordHash: passwordHash,
			MasterID: a.Masters.Current().ID, At: a.Now(),
		})
	}, eventstore.ExpectNew)
	return out.State, err
}
