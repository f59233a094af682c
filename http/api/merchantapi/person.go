package merchantapi

import (
	"context"
	"slices"

	"gateway/domain/person"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/personrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// caller is the person whose session sent the request.
func (a *API) caller(c *gin.Context) accountservice.Caller { return a.own.Caller(c).Person }

func (a *API) getMyLogin(c *gin.Context) {
	people, err := a.Queries.People(c.Request.Context(), auth.ClientID(c))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	id := a.caller(c).ID
	i := slices.IndexFunc(people, func(p personrows.Person) bool { return p.ID == id })
	if i < 0 { // the person was removed after the session was checked
		envelope.Fail(c, readtable.ErrNotFound)
		return
	}
	envelope.OK(c, people[i])
}

func (a *API) invitePerson(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r InvitationRequest) (personrows.Person, error) {
		if err := a.confirmRole(c, r.Role); err != nil {
			return personrows.Person{}, err
		}
		return a.Accounts.Invite(ctx, auth.ClientID(c), r.Email, r.Role)
	})
}

func (a *API) changePersonRole(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r RoleRequest) (accountservice.ChangedPerson, error) {
		if err := a.confirmRole(c, r.Role); err != nil {
			return accountservice.ChangedPerson{}, err
		}
		return a.Accounts.ChangeRole(ctx, auth.ClientID(c), id, r.Role)
	})
}

// confirmRole refuses to give a role without a fresh proof, unless it is viewer: the new person logs in, which
// is a proof in itself, and a developer reaches keys and secrets.
func (a *API) confirmRole(c *gin.Context, role string) error {
	if role == person.RoleViewer {
		return nil
	}
	return a.own.Fresh(c)
}

// removePerson also ends the person's restricted keys if there is no body.
func (a *API) removePerson(ctx context.Context, client, id int64, r RemovalRequest) (accountservice.KeysOfPerson, error) {
	return a.Accounts.RemovePerson(ctx, client, id, orTrue(r.EndKeys))
}

func (a *API) getMyMails(c *gin.Context) {
	choices, err := a.Accounts.MailsOf(c.Request.Context(), auth.ClientID(c), a.caller(c).ID)
	envelope.Respond(c, choices, err)
}

func (a *API) chooseMyMails(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r MailChoicesRequest) (accountservice.MailChoices, error) {
		var on *[]string
		if r.On != nil {
			on = &r.On
		}
		return a.Accounts.ChooseMails(ctx, auth.ClientID(c), a.caller(c).ID, r.Off, on, (*string)(r.Language))
	})
}
