package account

import (
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/person"
)

// The scopes of API keys: what a key may do. Each API operation that takes a key names the scope that it
// needs (x-scope in the API description).
const (
	// ScopeRead covers every GET that shows no secret, and the calculators. Every key has it.
	ScopeRead = "read"
	// ScopePayments covers payments, recorded transactions, and the callbacks of payments.
	ScopePayments = "payments"
	// ScopeRefunds covers refunds.
	ScopeRefunds = "refunds"
	// ScopePayouts covers what sends money out of the balance: withdrawals and settlements.
	ScopePayouts = "payouts"
	// ScopeEndpoints covers callback endpoints, their secrets and tests, and the webhook secret.
	ScopeEndpoints = "endpoints"
	// ScopeProfile covers the profile with its bank account and e-mail address.
	ScopeProfile = "profile"
)

var (
	// Scopes lists all scopes, in the order in which a key shows its own.
	Scopes = []string{ScopeRead, ScopePayments, ScopeRefunds, ScopePayouts, ScopeEndpoints, ScopeProfile}
	// FullScopes lists the scopes of the full key. It lacks endpoints, so that a leaked full key can neither
	// send payment callbacks elsewhere nor read the secrets that sign them.
	FullScopes = []string{ScopeRead, ScopePayments, ScopeRefunds, ScopePayouts, ScopeProfile}
)

// issuable maps a role to the scopes that it may give to a restricted key; other roles issue no keys.
var issuable = map[string][]string{
	person.RoleOwner:     Scopes,
	person.RoleDeveloper: {ScopeRead, ScopePayments, ScopeEndpoints},
}

// Issuable returns the scopes that a person with this role may give to a restricted key, in the order of
// Scopes. Only an owner issues the full key.
func Issuable(role string) []string { return slices.Clone(issuable[role]) }

// Demotes reports whether a person with the role to may issue less than one with the role from.
func Demotes(from, to string) bool {
	return slices.ContainsFunc(issuable[from], func(scope string) bool { return !slices.Contains(issuable[to], scope) })
}

// normalizeScopes returns each scope once, in the order of Scopes, and adds read. Refusal: invalid_field
// scopes, if there is none or an unknown one.
func normalizeScopes(scopes []string) ([]string, error) {
	if len(scopes) == 0 {
		return nil, domain.InvalidField("scopes", "is required: at least one of %s", strings.Join(Scopes, ", "))
	}
	for _, scope := range scopes {
		if !slices.Contains(Scopes, scope) {
			return nil, domain.UnknownCode("scopes", Scopes)
		}
	}
	return slices.DeleteFunc(slices.Clone(Scopes), func(scope string) bool {
		return scope != ScopeRead && !slices.Contains(scopes, scope)
	}), nil
}
