package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// loginStatus returns the HTTP status of an administrator's login.
func (i *installation) loginStatus(email, password string) int {
	i.t.Helper()
	answer, err := http.Post(i.url+"/admin/auth/login", "application/json", strings.NewReader(`{"email":"`+email+`","password":"`+password+`"}`))
	if err != nil {
		i.t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// printed runs the command and returns the password that it printed.
func (i *installation) printed(args ...string) string {
	i.t.Helper()
	out, err := i.run(args...)
	match := regexp.MustCompile(`[0-9a-f]{24}`).FindString(out)
	if err != nil || match == "" {
		i.t.Fatalf("%v printed %q, %v", args, out, err)
	}
	return match
}

func TestTheMachineIsTheWayBackInForAdministrators(t *testing.T) {
	i := install(t)
	bearer := "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin"}`).text("token")
	password := i.printed("admin", "reset-password", "Root@example.com", "--by", "budi", "--reason", "forgot it")
	for given, want := range map[string]int{"rahasia-admin": 401, password: 200} {
		if got := i.loginStatus("root@example.com", given); got != want {
			t.Errorf("a login with %s: %d, want %d", given, got, want)
		}
	}
	request, err := http.NewRequest("GET", i.url+"/admin/clients", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", bearer)
	answer, err := http.DefaultClient.Do(request)
	if err != nil || answer.StatusCode != 401 {
		t.Errorf("the session of before: %v, %v", answer, err)
	}
	_ = answer.Body.Close()

	i.stop() // it works without a gateway, too
	second := i.printed("admin", "create", "second@example.com", "--by", "budi", "--reason", "the other one left")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	if got := i.loginStatus("second@example.com", second); got != 200 {
		t.Errorf("the new administrator's login: %d", got)
	}
	if got := i.loginStatus("root@example.com", password); got != 200 {
		t.Errorf("ADMIN_PASSWORD has reset the password at the start: %d", got)
	}
	var named string
	row := i.events.QueryRow(`SELECT string_agg(type || ' by ' || (data->>'by') || ': ' || (data->>'reason'), '; ' ORDER BY position) FROM events WHERE stream = 'admin-staff'`)
	if err := row.Scan(&named); err != nil {
		t.Fatal(err)
	}
	want := "admin.created.v1 by system:start: ADMIN_EMAIL; admin.password_changed.v1 by machine:budi: forgot it; " +
		"admin.created.v1 by machine:budi: the other one left"
	if named != want {
		t.Errorf("recorded is\n%s\nwant\n%s", named, want)
	}
}

func TestTheMachineRefusesWhatMakesNoAdministrator(t *testing.T) {
	i := install(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"admin", "create", "new@example.com"}, "--reason"},
		{[]string{"admin", "create", "new@example.com", "--reason", "x", "--role", "king"}, "role"},
		{[]string{"admin", "create", "root@example.com", "--reason", "x"}, "email_taken"},
		{[]string{"admin", "create", "root", "--reason", "x"}, "email"},
		{[]string{"admin", "create", "new@example.com", "--reason", "a\u202eb"}, "--reason"},
		{[]string{"admin", "create", "n1<root@example.com", "--reason", "x"}, "email"},
		{[]string{"admin", "reset-password", "new@example.com", "--reason", "x"}, "admin_not_found"},
	} {
		if out, err := i.run(c.args...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %q, %v, want an error that says %s", c.args, out, err, c.says)
		}
	}
}
