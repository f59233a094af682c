package account

import (
	"time"

	"gateway/domain"
)

// RegisterCmd opens an account. Email is the result of NormalizeEmail; the caller has already claimed it for
// this ClientID.
type RegisterCmd struct {
	ClientID     int64
	Code         string
	Name         string
	Email        string
	PasswordHash string
	MasterID     string
	At           time.Time
}

// Register opens the stream. Checks:
//
//  1. email_taken: the account exists, so another registration with the same claim won
//  2. invalid_field nama: empty, or not plain text of at most 255 characters
func Register(s State, cmd RegisterCmd) ([]domain.Event, error) {
	if s.Exists {
		return nil, emailTaken()
	}
	if err := CheckName(cmd.Name); err != nil {
		return nil, err
	}
	return []domain.Event{Registered(cmd)}, nil
}

// CheckName refuses an invalid account name, with invalid_field nama.
func CheckName(name string) error { return checkName("nama", name) }

func emailTaken() error {
	return domain.Refuse(domain.Conflict, "email_taken", "this e-mail is registered already")
}
