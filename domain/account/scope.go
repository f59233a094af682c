package account

import (
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/person"
)

// The scopes of API keys: what a key may do. Each operation for API keys names the one that it
// needs (x-scope in the description).
const (
	// ScopeRead is every GET that shows no secret, and the calculators. Every key has it.
	ScopeRead = "read"
	// ScopePayments is payments, recorded transactions, and the callbacks of payments.
	ScopePayments = "payments"
	// ScopeRefunds is refunds.
	ScopeRefunds = "refunds"
	// ScopePayouts is what sends the balance away: withdrawals and settlements.
	ScopePayouts = "payouts"
	// ScopeEndpoints is callback endpoints, their secrets and tests, and the webhook secret.
	ScopeEndpoints = "endpoints"
	// ScopeProfile is the profile with its bank account and e-mail address.
	ScopeProfile = "profile"
)

var (
	// Scopes are all scopes, in the order in which a key shows its own.
	Scopes = []string{ScopeRead, ScopePayments, ScopeRefunds, ScopePayouts, ScopeEndpoints, ScopeProfile}
	// FullScopes are those of the full key. It lacks endpoints: a leaked full key can't send the
	// news of payments elsewhere, and can't read what callbacks are signed with.
	FullScopes = []string{ScopeRead, ScopePayments, ScopeRefunds, ScopePayouts, ScopeProfile}
)

// issuable are the scopes that a role may give to a restricted key; other roles issue no keys.
var issuable = map[string][]string{
	person.RoleOwner:     Scopes,
	person.RoleDeveloper: {ScopeRead, ScopePayments, ScopeEndpoints},
}

// Issuable are the scopes that a person of this role may give to a restricted key, in the order of
// Scopes. Only an owner issues the full key.
func Issuable(role string) []string { return slices.Clone(issuable[role]) }

// Demotes reports whether a person whose role changes may issue less than before.
func Demotes(from, to string) bool {
	return slices.ContainsFunc(issuable[from], func(scope string) bool { return !slices.Contains(issuable[to], scope) })
}

// normalizeScopes returns the scopes once each, in the order of Scopes, with read. Refusal:
// invalid_field scopes, where there is none or an unknown one.
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
