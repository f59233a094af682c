package account

import (
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/text"
)

// UpdateProfileCmd changes the fields that are not nil. Email must be claimed for
// this client already; Bank is the canonical code of an active bank channel.
type UpdateProfileCmd struct {
	Name          *string
	Email         *string
	Address       *string
	ContactName   *string
	ContactPhone  *string
	ContactEmail  *string
	AccountNumber *string
	Bank          *string
	// CoolOff is how long a change of bank account or e-mail address pauses auto-approval.
	CoolOff time.Duration
	At      time.Time
}

// UpdateProfile decides an UpdateProfileCmd. Checks:
//
//  1. MayUseKey
//  2. invalid_field nama: empty
//  3. invalid_field email: NormalizeEmail, whose result is stored, unless it is the present address
//  4. invalid_field of a field that is not plain text of at most 255 characters
//  5. invalid_field norek: not digits, or not as long as the bank's account numbers;
//     empty is allowed
//  6. the profile would not change: nothing happens
//
// Every wrong field is named at once. A change of norek, bank or email also pauses auto-approval.
func UpdateProfile(s State, cmd UpdateProfileCmd) ([]domain.Event, error) {
	if err := s.MayUseKey(); err != nil {
		return nil, err
	}
	p, err := cmd.apply(s.Profile)
	if err != nil {
		return nil, err
	}
	if p == s.Profile {
		return nil, nil
	}
	updated := ProfileUpdated{ClientID: s.ClientID, Profile: p, Changed: changedFields(s.Profile, p), At: cmd.At}
	return append([]domain.Event{updated}, s.pause(s.changedTo(p), cmd.CoolOff, cmd.At)...), nil
}

// changedFields lists the fields of a profile that differ, by their JSON names.
func changedFields(before, after Profile) (changed []string) {
	for _, f := range []struct{ name, before, after string }{
		{"nama", before.Name, after.Name},
		{FieldEmail, before.Email, after.Email},
		{"alamat", before.Address, after.Address},
		{"pic", before.ContactName, after.ContactName},
		{"no_telp_pic", before.ContactPhone, after.ContactPhone},
		{"email_pic", before.ContactEmail, after.ContactEmail},
		{FieldAccountNumber, before.AccountNumber, after.AccountNumber},
		{FieldBank, before.Bank, after.Bank},
	} {
		if f.before != f.after {
			changed = append(changed, f.name)
		}
	}
	return changed
}

func (cmd UpdateProfileCmd) apply(p Profile) (Profile, error) {
	var wrong []error
	if cmd.Name != nil && *cmd.Name == "" {
		wrong = append(wrong, domain.InvalidField("nama", "must not be empty"))
	}
	if cmd.Email != nil && p.Email != "" && SameEmail(*cmd.Email, p.Email) {
		cmd.Email = nil // unchanged, so not checked: it may be older than the rules for addresses
	}
	if cmd.Email != nil {
		email, err := NormalizeEmail(*cmd.Email)
		wrong = append(wrong, err)
		cmd.Email = &email
	}
	for _, f := range []struct {
		name string
		from *string
		to   *string
	}{
		{"nama", cmd.Name, &p.Name},
		{"email", cmd.Email, &p.Email},
		{"alamat", cmd.Address, &p.Address},
		{"pic", cmd.ContactName, &p.ContactName},
		{"no_telp_pic", cmd.ContactPhone, &p.ContactPhone},
		{"email_pic", cmd.ContactEmail, &p.ContactEmail},
		{"norek", cmd.AccountNumber, &p.AccountNumber},
		{"bank", cmd.Bank, &p.Bank},
	} {
		if f.from == nil {
			continue
		}
		wrong = append(wrong, checkText(f.name, *f.from))
		*f.to = *f.from
	}
	return p, domain.Together(append(wrong, p.checkBankAccount())...)
}

// Check refuses fields that are wrong by themselves, with invalid_field.
func (cmd UpdateProfileCmd) Check() error {
	_, err := cmd.apply(Profile{})
	return err
}

func (p Profile) checkBankAccount() error {
	if strings.Trim(p.AccountNumber, "0123456789") != "" {
		return domain.InvalidField("norek", "must be digits only")
	}
	if b, known := bank.Find(p.Bank); known && p.AccountNumber != "" {
		return b.CheckAccount(p.AccountNumber)
	}
	return nil
}

const maxURL = 2_048

func checkText(field, value string) error { return text.Check(field, value, text.MaxLine) }

func checkName(field, value string) error { return text.Require(field, value, text.MaxLine) }
