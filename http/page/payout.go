package page

import (
	"gateway/domain/balance"
	"gateway/domain/words"
)

// TransferredBy says who transferred a payout: the provider, or a person by name. It is empty if the payout has
// not been transferred.
func (c *Context) TransferredBy(name *string) Cell {
	switch {
	case name == nil:
		return Plain("")
	case *name == balance.TransferredByProvider:
		return Plain(c.T(words.ActorProvider))
	}
	return Plain(*name)
}
