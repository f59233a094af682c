package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// The steps are those of OPERATIONS.md. Each is a restart with another configuration.
func TestTheMasterSecretIsRotated(t *testing.T) {
	first, second := strings.Repeat("a", 32), strings.Repeat("b", 32)
	t.Setenv("MASTER_SECRET", first)
	i := install(t)
	i.addMerchant()
	restart := func(current, next, former string) {
		t.Helper()
		i.stop()
		t.Setenv("MASTER_SECRET_NEXT", next)
		t.Setenv("MASTER_SECRET", current)
		t.Setenv("MASTER_SECRETS_FORMER", former)
		if err := i.start(); err != nil {
			t.Fatal(err)
		}
	}
	portal := "Bearer " + i.post("/auth/login", "", `{"email":"toko@example.com","password":"rahasia-123"}`).text("token")
	app := i.post("/admin/auth/totp", i.admin, `{"current_password":"rahasia-admin"}`).text("secret")
	var recovery struct {
		Codes []string `json:"recovery_codes"`
	}
	confirmed := i.post("/admin/auth/totp/confirm", i.admin, `{"code":"`+codeOf(t, app, 0)+`"}`)
	if err := json.Unmarshal(confirmed.raw, &recovery); err != nil || len(recovery.Codes) == 0 {
		t.Fatalf("%s, %v", confirmed.raw, err)
	}
	was := i.get("/webhook-secret", portal).text("secret")
	checkpoint := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(checkpoint, []byte(i.prints("audit", "checkpoint")), 0o600); err != nil {
		t.Fatal(err)
	}

	restart(first, second, "") // every instance knows the new one
	restart(second, "", first) // every instance uses it
	if now := i.get("/webhook-secret", portal).text("secret"); now != was {
		t.Error("the merchant's callback secret changed with the master secret")
	}
	i.prints("audit", "verify", "--checkpoint", checkpoint)
	if out := i.prints("secrets"); !strings.Contains(out, "other") || strings.Contains(out, second) {
		t.Error(out)
	}
	i.admin = "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin","code":"`+codeOf(t, app, 1)+`"}`).text("token")

	i.stop()
	t.Setenv("MASTER_SECRETS_FORMER", "") // too early
	if out, err := i.run("secrets"); exitCode(rootCommand(), err) != exitFound || !strings.Contains(out, "MISSING") {
		t.Errorf("something is derived from the former one still: %v\n%s", err, out)
	}

	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	if status, code := i.status("GET", i.url+"/webhook-secret", portal, ""); status != 409 || !strings.Contains(code, "webhook_secret_lost") {
		t.Errorf("a callback secret of a master secret that is not configured: %d %s", status, code)
	}

	restart(second, "", first)
	rotated := i.post("/webhook-secret", portal, "").text("secret")
	if rotated == was {
		t.Error("a rotated callback secret is the former one")
	}
	i.post("/admin/auth/totp/remove", i.admin, `{"current_password":"rahasia-admin","code":"`+recovery.Codes[0]+`"}`)
	for _, line := range strings.Split(i.prints("secrets"), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == "other" && (fields[2] != "0" || fields[3] != "0") {
			t.Errorf("after both were renewed: %s", line)
		}
	}
	restart(second, "", "")
	if now := i.get("/webhook-secret", portal).text("secret"); now != rotated {
		t.Error("the rotated callback secret is not derived from the new master secret")
	}
}

// codeOf returns the app's code for a time step after the present one.
func codeOf(t *testing.T, app string, later int) string {
	t.Helper()
	code, err := totp.GenerateCode(app, time.Now().Add(time.Duration(later)*30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}
