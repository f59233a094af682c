package credential_test

import (
	"strings"
	"testing"

	"gateway/http/service/credential"
)

func TestAnAPIKeyIsFoundByItsHashAndShownMasked(t *testing.T) {
	t.Parallel()
	k, other := credential.NewAPIKey(), credential.NewAPIKey()
	if k.Full == other.Full || k.Hash == other.Hash {
		t.Error("two keys are the same")
	}
	if len(k.Full) != len("sk_live_")+48 || !strings.HasPrefix(k.Full, "sk_live_") {
		t.Errorf("the key has the form %s", k.Full)
	}
	if hash, ok := credential.HashAPIKey(k.Full); !ok || hash != k.Hash {
		t.Error("the key does not have its hash")
	}
	if secret := strings.TrimPrefix(k.Full, "sk_live_"); strings.Contains(k.Masked, secret[:44]) || !strings.HasSuffix(k.Masked, secret[44:]) {
		t.Errorf("masked as %s", k.Masked)
	}
	for _, no := range []string{"", "sk_live_", k.Full + "0", k.Full[:55], strings.ToUpper(k.Full), "sk_test_" + k.Full[8:], k.Full + "\n"} {
		if _, ok := credential.HashAPIKey(no); ok {
			t.Errorf("%q counts as a key", no)
		}
	}
}
