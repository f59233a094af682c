package hostile

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/google/uuid"
)

// pair is a gateway with two administrators, whose acts of a million or more need both.
type pair struct {
	*harness.Gateway
	first, second caller
}

func TestOneAdministratorFindsNoWayAroundTheSecond(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"DUAL_CONTROL_FROM": "1000000"})
	p := pair{g, g.Admin(t), g.AddAdmin(t, "admin")}
	t.Run("slices add up whatever their sign", p.slices)
	t.Run("a key of a small act is none for a large one", p.keys)
	t.Run("a grant that is sent many times at once is done once", p.grants)
}

func adjust(amount any) object { return object{"amount": amount, "reason": "lost"} }

// One administrator who gives and takes in turn moves as much as one who only gives.
func (p pair) slices(t *testing.T) {
	g, first := p.Gateway, p.first
	m := g.Register(t)
	path := m.AdminPath("/adjustments")
	for _, c := range []struct {
		amount any
		status int
	}{
		{400_000, 201},
		{-300_000, 201}, // 700,000 together
		{299_999.99, 201},
		{0.01, 202}, // a million
		{-0.01, 202},
		{0, 400},
		{0.001, 400},
		{1e30, 400},
		{"400000", 400},
	} {
		if got := first.Post(t, path, adjust(c.amount)); got.Status != c.status {
			t.Errorf("%v: %d %s, want %d", c.amount, got.Status, got.Body, c.status)
		}
	}
	first.Get(t, "/admin/clients/%d/balance", m.ID).Wants(t, 200).Is(t, object{"saldo": 399_999.99})
}

// An idempotency key that was used for a small act does not carry a large one past the limit, nor the other way round.
func (p pair) keys(t *testing.T) {
	g, first := p.Gateway, p.first
	path := g.Register(t).AdminPath("/adjustments")
	for _, amounts := range [][2]int{{1_000, 9_000_000}, {9_000_000, 1_000}} {
		keyed := first.With("Idempotency-Key", uuid.NewString())
		was := keyed.Post(t, path, adjust(amounts[0]))
		if got := keyed.Post(t, path, adjust(amounts[1])); was.Status >= 300 || got.Status != 409 {
			t.Errorf("%d and then %d: %d, %d %s", amounts[0], amounts[1], was.Status, got.Status, got.Body)
		}
	}
}

func (p pair) grants(t *testing.T) {
	g, first, second := p.Gateway, p.first, p.second
	m := g.Register(t)
	id := first.Post(t, m.AdminPath("/adjustments"), adjust(5_000_000)).Wants(t, 202).ID(t, "id")
	grant := fmt.Sprintf("/admin/approvals/%d/grant", id)
	harness.AtOnce(t, 6, func(int) (answer, error) { return second.Send("POST", grant, object{"reason": "seen"}) }, func(a answer) {
		if a.Status != 200 && a.ErrorCode() != "approval_decided" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	first.Get(t, "/admin/clients/%d/balance", m.ID).Wants(t, 200).Is(t, object{"saldo": 5_000_000})
}
