package console

import "testing"

func TestAnIDThatCanBeNoneIsNotFound(t *testing.T) {
	t.Parallel()
	v := staff(t, "admin")
	for _, id := range []string{"abc", "0", "-1", "99999999999999999999", "1e3", "%3Cb%3E"} {
		for _, kind := range []string{"clients", "withdrawals", "suspense", "tickets", "approvals"} {
			v.get(t, "/console/"+kind+"/"+id).is(t, 404).says(t, "There is no such page or thing")
		}
	}
}
