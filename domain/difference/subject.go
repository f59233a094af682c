package difference

import (
	"strconv"
	"strings"

	"gateway/domain/balance"
)

// subject returns what the difference is about, as an API path. It is empty for a reference that the gateway
// never gave out.
func subject(d Difference) string {
	kind, _, id, ours := balance.ParseReference(d.Reference)
	switch {
	case d.Kind == OwnMoney:
		return "treasury"
	case ours && (d.Kind == Payout || d.Kind == Fee):
		return kind + "s/" + strconv.FormatInt(id, 10)
	case d.Kind != Payout && strings.HasPrefix(d.Reference, "INV-"):
		return "transactions/" + d.Reference
	}
	return ""
}
