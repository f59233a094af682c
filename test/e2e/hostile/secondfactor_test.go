package hostile

import (
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// Codes are sent at once, so that none of them is known to be used yet.
func TestACodeThatIsSentManyTimesAtOnceLogsInOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	secret, _, recovery := setUpSecondFactor(t, m.LogIn(t))
	for what, code := range map[string]string{"a code of the app": codeAt(t, secret, time.Now()), "a recovery code": recovery[0]} {
		login := object{"email": m.Email, "password": harness.Password, "code": code}
		counts := map[int]int{}
		harness.AtOnce(t, 5, func(int) (answer, error) { return m.Gateway.Anonymous().Send("POST", "/auth/login", login) }, func(a answer) {
			counts[a.Status]++
		})
		if counts[200] != 1 || counts[401] != 4 {
			t.Errorf("%s logged in %d times: %v", what, counts[200], counts)
		}
	}
}

func TestACodeCountsOnceWhereverItIsSentNext(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	session := m.LogIn(t)
	secret, setUp, recovery := setUpSecondFactor(t, session)
	tryLogIn(t, m, harness.Password, setUp).Refuses(t, 401, "wrong_code") // it was used to confirm the set-up

	code := codeAt(t, secret, time.Now())
	tryLogIn(t, m, harness.Password, code).Wants(t, 200)
	confirm := object{"password": harness.Password}
	session.Post(t, "/auth/confirm", confirm.With("code", code)).RefusesField(t, "code")
	session.Post(t, "/me/totp/remove", object{"current_password": harness.Password, "code": code}).RefusesField(t, "code")

	session.Post(t, "/auth/confirm", confirm.With("code", recovery[0])).Wants(t, 200)
	session.Post(t, "/auth/confirm", confirm.With("code", recovery[0])).RefusesField(t, "code")
	tryLogIn(t, m, harness.Password, recovery[0]).Refuses(t, 401, "wrong_code")
}

// Attempts of a thief who has a session and the password, but not the phone.
func TestTheSecondFactorStaysWithoutACode(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	session := m.LogIn(t)
	setUpSecondFactor(t, session)
	password := object{"current_password": harness.Password}
	session.Post(t, "/me/totp/remove", password).RefusesField(t, "code")
	session.Post(t, "/me/totp", password).RefusesField(t, "code") // another phone in its place
	session.Put(t, "/me/password", password.With("password", "another password")).RefusesField(t, "code")

	m.Gateway.Anonymous().Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	token := harness.Mails(t).Await(t, m.Email, 1).Token()
	choosePassword(t, m.Gateway, token, "another password").Wants(t, 200)
	tryLogIn(t, m, "another password", "").Refuses(t, 401, "code_required")
}

func TestWhatIsNoCodeIsRefusedAndLogsNoOneIn(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	secret, _, recovery := setUpSecondFactor(t, m.LogIn(t))
	right := codeAt(t, secret, time.Now())
	for what, code := range map[string]any{
		"digits of another script": widened(right),
		"a NUL at the end":         right + "\x00",
		"a number, not a text":     harness.Raw("1" + right[1:]),
		"a list with the code":     []string{right},
		"two codes":                right + " " + right,
		"half a recovery code":     recovery[0][:len(recovery[0])/2],
		"nothing":                  "",
		"null":                     nil,
	} {
		login := object{"email": m.Email, "password": harness.Password, "code": code}
		if got := m.Gateway.Anonymous().Post(t, "/auth/login", login); got.Status != 400 && got.Status != 401 {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	tryLogIn(t, m, harness.Password, right).Wants(t, 200)
}

// widened replaces the digits by those of East Asian keyboards, which look the same.
func widened(code string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '\uff10' }, code)
}

// A link only works for the purpose for which it was mailed.
func TestATokenOfALinkIsGoodForNothingElse(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Put(t, "/account", object{"norek": "6666666666"}).Wants(t, 200)
	undo := harness.Mails(t).Await(t, m.Email, 1).Token()
	invited := g.NextEmail()
	m.LogIn(t).Post(t, "/me/users", object{"email": invited, "role": "viewer"}).Wants(t, 201)
	invitation := harness.Mails(t).Await(t, invited, 1).Token()
	g.Anonymous().Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	reset := harness.Mails(t).Await(t, m.Email, 2).Token()

	choosePassword(t, g, undo, "another password").Refuses(t, 400, "link_invalid")
	for _, token := range []string{invitation, reset} {
		g.Anonymous().Post(t, "/auth/undo-change", object{"token": token}).Refuses(t, 400, "link_ended")
	}
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"norek": "6666666666"})
	payload, signature, _ := strings.Cut(invitation, ".")
	_, other, _ := strings.Cut(reset, ".")
	for what, token := range map[string]string{
		"the signature of another link": payload + "." + other,
		"a character more":              invitation + "A",
		"padding":                       invitation + "=",
		"a character less":              invitation[:len(invitation)-1],
		"a dot more":                    payload + ".." + signature,
		"no signature":                  payload + ".",
		"no payload":                    "." + signature,
		"upper case":                    strings.ToUpper(invitation),
	} {
		if got := choosePassword(t, g, token, harness.Password); got.Status != 400 {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	choosePassword(t, g, invitation, harness.Password).Wants(t, 200)
	choosePassword(t, g, invitation, "another password").Refuses(t, 400, "link_invalid")
}

func TestALinkThatIsUsedAtOnceSetsOnePassword(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Gateway.Anonymous().Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	token := harness.Mails(t).Await(t, m.Email, 1).Token()
	passwords := []string{"password number 0", "password number 1", "password number 2", "password number 3"}
	set := 0
	harness.AtOnce(t, len(passwords), func(i int) (answer, error) {
		return m.Gateway.Anonymous().Send("POST", "/auth/reset-password", object{"token": token, "password": passwords[i]})
	}, func(a answer) {
		if a.Status == 200 {
			set++
		}
	})
	works := 0
	for _, password := range passwords {
		if tryLogIn(t, m, password, "").Status == 200 {
			works++
		}
	}
	if set != 1 || works != 1 {
		t.Errorf("%d requests were taken, and %d passwords work", set, works)
	}
}
