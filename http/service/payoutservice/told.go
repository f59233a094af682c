package payoutservice

import (
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/projections/readmodel/payoutrows"
)

// told returns the addresses that hear of the decision on a payout: that of the person who asked for it or, where an API key
// asked or that person is gone, those of the owners and of the people of finance.
func told(p payoutrows.Payout, owner account.State) (addresses []string) {
	var others []string
	for _, one := range owner.People.People {
		if one.Status != person.StatusActive || one.Email == "" {
			continue
		}
		if p.AskedBy == person.Actor(p.ClientID, one.ID) {
			return []string{one.Email}
		}
		if one.Role == person.RoleOwner || one.Role == person.RoleFinance {
			others = append(others, one.Email)
		}
	}
	return others
}
