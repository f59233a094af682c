package config

import (
	"slices"

	"gateway/domain/report"
	"gateway/http/outbound/providers"
	"gateway/http/outbound/snapadapter"
	"gateway/http/snap"

	"go.yaml.in/yaml/v3"
)

// The members that only connections to some providers have.
var (
	keyMembers  = []string{"secret_key", "callback_token", "callback_token_former"}
	snapMembers = []string{"client_id", "partner_id", "merchant_id", "private_key", "company_key", "phone", "email", "ip_address"}
)

// membersOf lists the members of a connection to the provider beside those of all. known is false for a provider
// that there is no adapter for.
func membersOf(company string) (members []string, known bool) {
	if company == providers.Xendit {
		return keyMembers, true
	}
	d, known := snapadapter.Dialects[company]
	if !known {
		return nil, false
	}
	members = slices.Clone(snapMembers)
	if d.Tokenless {
		return append(members, "mcc"), true
	}
	return append(members, "client_secret"), true
}

func anyMembers() []string {
	return slices.Concat(keyMembers, snapMembers, []string{"mcc", "client_secret"})
}

// minCallbackToken is how many characters a callback token has in production at least.
const minCallbackToken = 16

// key reads the credentials at Xendit.
func (r *providersReader) key(n *yaml.Node, m map[string]*yaml.Node, at string, c providers.Connection) (k providers.Key) {
	k.SecretKey = r.secret(n, m, at, "secret_key", false)
	r.once(m["secret_key"], at, "secret_key", contract{origin(c.URL), k.SecretKey}, c.Name)
	for _, member := range []string{"callback_token", "callback_token_former"} {
		token := r.secret(n, m, at, member, member != "callback_token")
		if token == "" {
			continue
		}
		if r.production && len(token) < minCallbackToken {
			r.refuse(m[member], joined(at, member), "must have at least %d characters in production", minCallbackToken)
		}
		r.once(m[member], at, member, contract{value: token}, c.Name)
		k.CallbackTokens = append(k.CallbackTokens, token)
	}
	return k
}

// snap reads the credentials at a company that speaks SNAP BI, and what it demands to be told.
func (r *providersReader) snap(n *yaml.Node, m map[string]*yaml.Node, at string, c providers.Connection) (s providers.SNAP) {
	d := snapadapter.Dialects[c.Provider]
	s = providers.SNAP{
		ClientID: r.required(n, m, at, "client_id"), PartnerID: r.text(m["partner_id"], at+".partner_id"),
		MerchantID: r.text(m["merchant_id"], at+".merchant_id"), MCC: r.text(m["mcc"], at+".mcc"), Phone: r.text(m["phone"], at+".phone"),
		Email: r.text(m["email"], at+".email"), IPAddress: r.text(m["ip_address"], at+".ip_address"),
	}
	r.once(m["client_id"], at, "client_id", contract{origin(c.URL), s.ClientID}, c.Name)
	if !d.Tokenless {
		s.Secret = snap.Secret(r.secret(n, m, at, "client_secret", false))
	}
	var err error
	if text := r.secret(n, m, at, "private_key", false); text != "" {
		if s.PrivateKey, err = snap.ParsePrivateKey([]byte(text)); err != nil {
			r.refuse(m["private_key"], at+".private_key", "%s", err)
		}
	}
	if text := r.secret(n, m, at, "company_key", false); text != "" {
		if s.CompanyKey, err = snap.ParsePublicKey([]byte(text)); err != nil {
			r.refuse(m["company_key"], at+".company_key", "%s", err)
		}
	}
	hasVA, hasWallet := hasAny(c.Channels, d.Banks), hasAny(c.Channels, d.Wallets)
	for member, needed := range map[string]bool{
		"merchant_id": !d.IssuesToken, "mcc": d.Tokenless && hasWallet,
		"phone": d.IssuesToken && hasVA, "email": d.IssuesToken && hasVA, "ip_address": d.IssuesToken && hasWallet,
	} {
		if needed && !r.named(n, member) {
			r.refuse(n, joined(at, member), "is missing: %s demands it", c.Provider)
		}
	}
	return s
}

// hasAny reports whether the connection has one of the channels of a dialect.
func hasAny(channels map[string]providers.Channel, of map[string]string) bool {
	for code := range channels {
		if _, ok := of[code]; ok {
			return true
		}
	}
	return false
}

// payouts reads how the connection makes payouts; nil for no node.
func (r *providersReader) payouts(n *yaml.Node, at, company string) *providers.Payouts {
	if n == nil {
		return nil
	}
	if company == providers.Xendit {
		m := r.members(n, at, "api", "cost")
		p := &providers.Payouts{API: r.text(m["api"], at+".api"), Cost: r.cost(m["cost"], at+".cost")}
		switch p.API {
		case "":
			p.API = report.PayoutsV1
		case report.PayoutsV1, report.PayoutsV2:
		default:
			r.refuse(m["api"], at+".api", "must be %s or %s", report.PayoutsV1, report.PayoutsV2)
		}
		return p
	}
	if !snapadapter.Dialects[company].PaysOut() {
		r.refuse(n, at, "%s makes no payouts", company)
		return nil
	}
	m := r.members(n, at, "source_account", "cost")
	return &providers.Payouts{SourceAccount: r.required(n, m, at, "source_account"), Cost: r.cost(m["cost"], at+".cost")}
}
