package credential_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/domain/secret"
	"gateway/http/service/credential"

	"github.com/pquerna/otp/totp"
)

var codes = credential.TOTP{Masters: secret.NewRing("a master secret"), Issuer: "Payment Gateway"}

var ofAni = credential.Secret{Owner: "admin:3", Generation: 1}

func enrol(t *testing.T, c credential.TOTP, owner string, generation int) credential.Enrolment {
	t.Helper()
	e, err := c.Enrolment(credential.Secret{Owner: owner, Generation: generation}, "ani@example.com")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestACodeCountsForItsTimeStepAndOneBesideIt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 12, 0, 10, 0, time.UTC)
	e := enrol(t, codes, "admin:3", 1)
	for ahead, counts := range map[int]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		at := now.Add(time.Duration(ahead) * 30 * time.Second)
		code, err := totp.GenerateCode(e.Secret, at)
		if err != nil {
			t.Fatal(err)
		}
		want := int64(0)
		if counts {
			want = at.Unix() / 30
		}
		for _, typed := range []string{code, " " + code[:3] + " " + code[3:] + "\n"} {
			if got := codes.Step(ofAni, typed, now); got != want {
				t.Errorf("%d steps ahead: %q is of step %d, want %d", ahead, typed, got, want)
			}
		}
	}
	for _, wrong := range []string{"", "000", "abcdef", strings.Repeat("1", 100_000)} {
		if step := codes.Step(ofAni, wrong, now); step != 0 {
			t.Errorf("%.10q is of step %d", wrong, step)
		}
	}
}

func TestEachPersonAndGenerationHasASecretOfItsOwnThatIsNotStored(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	other := credential.TOTP{Masters: secret.NewRing("another"), Issuer: codes.Issuer}
	for _, e := range []credential.Enrolment{
		enrol(t, codes, "admin:3", 1), enrol(t, codes, "admin:3", 2), enrol(t, codes, "admin:31", 1), enrol(t, codes, "person:3", 1), enrol(t, other, "admin:3", 1),
	} {
		if seen[e.Secret] || len(e.Secret) != 32 {
			t.Errorf("the secret %s", e.Secret)
		}
		seen[e.Secret] = true
	}
	if !seen[enrol(t, codes, "admin:3", 1).Secret] {
		t.Error("the same person and generation has another secret the next time")
	}
}

func TestAnEnrolmentIsReadByAnApp(t *testing.T) {
	t.Parallel()
	e := enrol(t, codes, "admin:3", 1)
	uri, err := url.Parse(e.URI)
	if err != nil || uri.Scheme != "otpauth" || uri.Host != "totp" || uri.Path != "/Payment Gateway:ani@example.com" {
		t.Errorf("%s, %v", e.URI, err)
	}
	if q := uri.Query(); q.Get("secret") != e.Secret || q.Get("issuer") != "Payment Gateway" || q.Get("digits") != "6" || q.Get("period") != "30" {
		t.Error(e.URI)
	}
	picture, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(e.QR, "data:image/png;base64,"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
		t.Error(err)
	}
}

func TestARecoveryCodeIsKnownByItsHashHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	codes, hashes := credential.NewRecoveryCodes()
	if len(codes) != 10 || len(hashes) != 10 {
		t.Fatalf("%d codes, %d hashes", len(codes), len(hashes))
	}
	seen := map[string]bool{}
	for i, code := range codes {
		typed := strings.ToLower(strings.ReplaceAll(code, "-", " "))
		if seen[code] || len(code) != 19 || credential.HashRecoveryCode(typed) != hashes[i] || strings.Contains(hashes[i], code) {
			t.Errorf("%s has the hash %s", code, hashes[i])
		}
		seen[code] = true
	}
}
