package accountservice

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// handedOut is the smallest number of a link that an administrator hands out, which is larger than every
// number of a mailed link.
const handedOut = 1 << 40

// NewResetLink has the data for a new-password link that an administrator hands out. It holds no secret: the
// link's token is derived from the number and the master secret.
type NewResetLink struct {
	ClientID int64  `json:"client_id"`
	Number   int    `json:"number"`
	Reason   string `json:"reason"`
}

// ResetLink is a link for a new password.
type ResetLink struct {
	// Link is the address of the link's page. It is empty in the result of an approval.
	Link      string    `json:"link"`
	ExpiresAt time.Time `json:"expires_at"`
}

// DrawResetLink chooses the number of a new-password link for the login that registered the client, and
// returns the link's address. It changes nothing. Its refusals are those of account.RequestResetLink.
func (a Accounts) DrawResetLink(ctx context.Context, clientID int64, reason string) (drawn NewResetLink, address string, err error) {
	drawn = NewResetLink{ClientID: clientID, Number: handedOut + int(rand.Int64N(handedOut)), Reason: reason}
	s, _, err := a.person(ctx, clientID, clientID)
	if err == nil {
		_, err = account.RequestResetLink(s, drawn.Number, service.Actor(ctx), reason, a.Now())
	}
	return drawn, a.Links.Page(drawn.link()), err
}

func (l NewResetLink) link() mail.Link {
	return mail.Link{Purpose: mail.PurposeReset, ClientID: l.ClientID, PersonID: l.ClientID, Number: l.Number}
}

// MakeResetLink activates the chosen link, once, for an hour. The answer lacks the link itself. Its refusals
// are those of account.RequestResetLink.
func (a Accounts) MakeResetLink(ctx context.Context, drawn NewResetLink) (ResetLink, error) {
	var made ResetLink
	_, err := a.execute(ctx, drawn.ClientID, func(s account.State) ([]domain.Event, error) {
		made.ExpiresAt = person.ResetEnds(a.Now())
		return account.RequestResetLink(s, drawn.Number, service.Actor(ctx), drawn.Reason, a.Now())
	})
	return made, err
}

// CheckLink refuses the token of a link that is not valid, with link_invalid.
func (a Accounts) CheckLink(ctx context.Context, token string) error {
	_, err := a.readLink(ctx, token)
	return err
}

// readLink reads the token of a new-password link. Refusal: link_invalid.
func (a Accounts) readLink(ctx context.Context, token string) (mail.Link, error) {
	link, err := a.Links.Read(token)
	if err != nil {
		return link, err
	}
	s, _, err := a.person(ctx, link.ClientID, link.PersonID)
	if err != nil {
		return link, err
	}
	switch link.Purpose {
	case mail.PurposeReset:
		err = s.People.CheckReset(link.PersonID, link.Number, a.Now())
	case mail.PurposeInvitation:
		_, err = s.People.CheckInvitation(link.PersonID, link.Number, a.Now())
	default:
		err = credential.ErrLinkInvalid
	}
	return link, err
}

// SetPassword sets a password with the token of a link. The link of an invitation also accepts the
// invitation; the link for a forgotten password also ends every session of the person. A link that an
// administrator handed out also removes the second factor. The link is then used up. Refusals: link_invalid;
// invalid_field password; email_taken when the invited address now belongs to another login.
func (a Accounts) SetPassword(ctx context.Context, token, password string) error {
	link, err := a.readLink(ctx, token) // before the hash, which is expensive
	if err != nil {
		return err
	}
	hash, err := credential.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	ctx = service.WithActor(ctx, person.Actor(link.ClientID, link.PersonID))
	if link.Purpose == mail.PurposeInvitation {
		return a.join(ctx, link, hash)
	}
	if link.Number >= handedOut {
		// This is also the way back in for a person who lost the app and the recovery codes. It comes before
		// the password, so that after a crash the person can repeat both with the same link.
		if err := a.Factors.Remove(ctx, a.Sessions.Owner(link.PersonID), "an administrator handed out a link for a new login"); err != nil {
			return err
		}
	}
	s, err := a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		return person.Reset(s.People, person.ResetCmd{PersonID: link.PersonID, Number: link.Number, PasswordHash: hash, At: a.Now()})
	})
	if err != nil {
		return err
	}
	p, _ := s.People.Find(link.PersonID)
	return a.Sessions.EndAll(context.WithoutCancel(ctx), link.PersonID, p.Generation, "")
}

// join first claims the address for the person and then accepts the invitation, so that two people never have
// the same address. It releases the claim if the invitation is refused; a claim that a crash leaves behind
// lapses.
func (a Accounts) join(ctx context.Context, link mail.Link, hash string) error {
	_, invited, err := a.person(ctx, link.ClientID, link.PersonID)
	if err != nil {
		return err
	}
	holder := account.EmailHolder{ClientID: link.ClientID, PersonID: link.PersonID}
	if _, err := a.claimEmail(ctx, invited.Email, holder); err != nil {
		return err
	}
	_, err = a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		return person.Join(s.People, person.JoinCmd{PersonID: link.PersonID, Number: link.Number, PasswordHash: hash, At: a.Now()})
	})
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		return errors.Join(err, a.releaseEmail(context.WithoutCancel(ctx), invited.Email, holder))
	}
	return err
}
