package portal

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/receiver"
)

// The full key is shown only when it is created; later it is masked. A new key replaces the old one at once.
func TestAClientHasOneKeyThatIsShownOnce(t *testing.T) {
	t.Parallel()
	m := harness.Shared(t).Register(t)
	harness.Shared(t).Admin(t).Post(t, m.AdminPath("/approve"), nil).Wants(t, 200)
	c := m.LogIn(t)
	if a := c.Get(t, "/api-keys").Wants(t, 200); !bytes.Contains(a.Body, []byte(`"data":{}`)) {
		t.Errorf("a key before one was made: %s", a.Body)
	}
	c.Post(t, "/api-keys", object{}).RefusesField(t, "name")
	c.Post(t, "/api-keys", object{"name": 7}).RefusesField(t, "name")
	first := c.Post(t, "/api-keys", object{"name": "server"}).Wants(t, 201).Has(t, "", harness.NewKeyShape).Is(t, object{"name": "server"})
	key := first.Text(t, "key")
	if !regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`).MatchString(key) {
		t.Errorf("key %s", key)
	}
	shown := c.Get(t, "/api-keys").Wants(t, 200).Has(t, "", harness.APIKeyShape).Is(t, object{"id": first.ID(t, "id"), "name": "server"})
	if masked := shown.Text(t, "masked_key"); strings.Contains(string(shown.Body), key[:20]) || !strings.HasPrefix(masked, "sk_live_") {
		t.Errorf("masked as %s", masked)
	}
	use := func(key string) answer {
		return harness.Shared(t).Anonymous().With("X-API-Key", key).Get(t, "/account")
	}
	use(key).Wants(t, 200)
	second := c.Post(t, "/api-keys", object{"name": "baru"}).Wants(t, 201)
	use(key).Refuses(t, 401, "invalid_api_key")
	use(second.Text(t, "key")).Wants(t, 200)

	c.Call(t, "DELETE", "/api-keys/"+fmt.Sprint(first.ID(t, "id")), nil).Wants(t, 404)
	c.Call(t, "DELETE", "/api-keys/"+fmt.Sprint(second.ID(t, "id")), nil).Wants(t, 200)
	use(second.Text(t, "key")).Refuses(t, 401, "invalid_api_key")
	c.Call(t, "DELETE", "/api-keys/"+fmt.Sprint(second.ID(t, "id")), nil).Wants(t, 404)
}

func TestTheWebhookSecretRotates(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c := m.LogIn(t)
	first := c.Get(t, "/webhook-secret").Wants(t, 200).Has(t, "", shape{"secret": "string", "former_signs_until": "time?"}).Is(t, object{"former_signs_until": nil}).Text(t, "secret")
	rotated := c.Post(t, "/webhook-secret", nil).Has(t, "", shape{"secret": "string", "former_signs_until": "time"})
	second := rotated.Text(t, "secret")
	c.Get(t, "/webhook-secret").SameAs(t, rotated)
	if first == second || !strings.HasPrefix(first, "whsec_") || c.Get(t, "/webhook-secret").Text(t, "secret") != second {
		t.Errorf("%s, then %s", first, second)
	}
	r := receiver.New(t)
	m.ActInSandbox(t, m.OpenInvoice(t, 20000, object{"metadata": object{"callback_url": r.URL}}), "pay", nil)
	sent := r.Next(t)
	sent.MustVerify(t, second)
	sent.MustVerify(t, first) // a receiver that has not changed its secret yet
}

func TestASecretWhoseMasterSecretIsGoneIsRotated(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	before := harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("a", 32)})
	m := before.NewMerchant(t)
	before.Stop()
	m.Gateway = harness.StartOn(t, events, read, harness.Settings{"MASTER_SECRET": strings.Repeat("b", 32)})
	c := m.LogIn(t)
	c.Get(t, "/webhook-secret").Refuses(t, 409, "webhook_secret_lost")
	second := c.Post(t, "/webhook-secret", nil).Wants(t, 200).Text(t, "secret")
	c.Get(t, "/webhook-secret").Wants(t, 200).Is(t, object{"secret": second})
}

// A key that an administrator issues is valid for a client in any status.
func TestAnAdministratorIssuesAKeyForAnyClient(t *testing.T) {
	t.Parallel()
	m := harness.Shared(t).Register(t)
	m.IssueKey(t)
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"status": "pending", "has_developer": false})
	if apps := m.Get(t, "/apps").Wants(t, 200).List(t); len(apps) != 1 {
		t.Errorf("%d apps", len(apps))
	}
	m.OpenInvoice(t, 20000, nil)
}
