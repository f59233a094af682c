package why

import (
	"slices"
	"testing"

	"gateway/domain/balance"
	"gateway/test/rupiah"
)

func TestWhyAWriteOffIsAsItIs(t *testing.T) {
	t.Parallel()
	made := facts(balance.WrittenOff{ClientID: 7, Amount: rupiah.Of("3000"), Reason: "closed", By: "admin:1"})[0]
	part := func(amount string) Repaid {
		return Repaid{Event: Place{Position: 9}, Reference: "INV-7-1", Amount: rupiah.Of(amount)}
	}
	for name, c := range map[string]struct {
		approved string
		repaid   []Repaid
		status   string
		want     []Code
	}{
		"nothing came back": {"", nil, balance.WriteOffOpen, []Code{WriteOffOpen, WrittenOff}},
		"by two":            {"admin:3", nil, balance.WriteOffOpen, []Code{WriteOffOpen, WrittenOff, WriteOffGranted}},
		"a part came back":  {"", []Repaid{part("1000")}, balance.WriteOffOpen, []Code{WriteOffOpen, WrittenOff, WriteOffRepaid}},
		"all came back": {
			"", []Repaid{part("1000"), part("2000")}, balance.WriteOffDone, []Code{WriteOffRecovered, WrittenOff, WriteOffRepaid, WriteOffRepaid},
		},
	} {
		back := rupiah.Of("0")
		for _, r := range c.repaid {
			back = back.Add(r.Amount)
		}
		given := GivenUp{Name: "write-offs/WOF-7-1", ApprovedBy: c.approved, Recovered: back, Repaid: c.repaid}
		got := OfWriteOff(given, made, World{})
		var codes []Code
		for _, r := range got.Reasons {
			codes = append(codes, r.Code)
		}
		if !slices.Equal(codes, c.want) || got.Status != c.status || got.ClientID != 7 || got.Waits() {
			t.Errorf("%s: %s %v", name, got.Status, codes)
		}
		if seen := got.ForMerchant(); len(seen.Reasons) != 1 || seen.Reasons[0].Code != NothingWaits {
			t.Errorf("%s: a merchant sees %v", name, seen.Reasons)
		}
		if left := got.Reasons[0].Amount; name == "a part came back" && !left.Equal(rupiah.Of("2000")) {
			t.Errorf("%s has not come back", left)
		}
	}
}
