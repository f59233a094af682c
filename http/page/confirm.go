package page

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"gateway/domain/words"
)

// The API does some things only with a fresh proof of who the person is. If a form asks for one of them, the
// page asks for the proof in place: it shows the form again, with the typed values hidden and the fields of the
// proof. When the person sends it, confirm proves the session and the action goes on.

// confirmationNeeded is the API's code for a session without a fresh proof.
const confirmationNeeded = "confirmation_needed"

// The fields of a proof. No operation of the API has fields with these names.
const (
	confirmPassword = "confirm_password"
	confirmCode     = "confirm_code"
)

// confirm proves who the person is, if the sent form has the fields of a proof. It returns false if it has
// answered the request.
func (c *Context) confirm() bool {
	if !c.Posted.Has(confirmPassword) {
		return true
	}
	body := map[string]string{"password": c.Field(confirmPassword)}
	if code := c.Field(confirmCode); code != "" {
		body["code"] = code
	}
	err := c.site.Logins.Confirm(c, body)
	refusal, refused := errors.AsType[*Problem](err)
	switch {
	case err == nil:
		return true
	case !refused || refusal.Status == http.StatusUnauthorized:
		c.problem(err)
	default:
		c.askToConfirm(refusal)
	}
	return false
}

// askToConfirm shows the sent form again, with the fields of a proof. refusal says why a first proof was
// refused; it is nil at the first time.
func (c *Context) askToConfirm(refusal *Problem) {
	status := http.StatusForbidden
	if refusal != nil {
		status, c.Problem = refusal.Status, ofProof(refusal)
	}
	fields := []Field{{
		Name: confirmPassword, Label: c.T(words.PresentPassword), Kind: "password", Required: true, Complete: "current-password",
	}}
	if c.Who.SecondFactor {
		fields = append(fields, Field{Name: confirmCode, Label: c.T(words.Code), Required: true, Complete: "one-time-code", Numeric: true})
	}
	form := Form{
		Hint: c.T(words.ConfirmLoginHint), Action: c.sentTo(), Submit: c.T(words.ConfirmAndGoOn), Fields: append(fields, c.Hidden()...),
	}
	c.show(status, shown{title: c.T(words.ConfirmLoginTitle), blocks: []Block{form}, narrow: true, still: true})
}

// sentTo is the path, below the site's prefix and with its query, that the form was sent to.
func (c *Context) sentTo() string {
	return c.gin.Request.URL.RequestURI()[len(c.site.Prefix):]
}

// Hidden returns the posted values as hidden fields, without those of the proof and of the form itself.
func (c *Context) Hidden() (fields []Field) {
	for name, values := range c.Posted {
		if name == confirmPassword || name == confirmCode || name == keyField {
			continue
		}
		for _, value := range values {
			fields = append(fields, Field{Name: name, Kind: "hidden", Value: value})
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return cmp.Compare(a.Name, b.Name) })
	return fields
}

// ofProof gives the fields of a refusal the names that they have in the form.
func ofProof(p *Problem) *Problem {
	named := *p
	named.Fields = map[string]string{}
	for name, wrong := range p.Fields {
		named.Fields["confirm_"+name] = wrong
	}
	return &named
}
