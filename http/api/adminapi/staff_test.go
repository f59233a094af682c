package adminapi

import (
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/api"
	"gateway/http/api/ownloginapi"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/adminrows"

	"github.com/pquerna/otp/totp"
)

// add creates an administrator with the root's password.
func (f fixture) add(email, role string) (id string) {
	f.t.Helper()
	root := f.bearer(rootEmail, rootPassword)
	body := `{"email":"` + email + `","password":"` + rootPassword + `","role":"` + role + `"}`
	return itoa(servicetest.Into[adminrows.Admin](f.t, f.want(f.as(root, "POST", "/admins", body), 201, "")).ID)
}

func TestADisabledAdministratorIsOutAtOnceAndCanComeBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	id := f.add("budi@example.com", admin.RoleSupport)
	root, budi := f.bearer(rootEmail, rootPassword), f.bearer("budi@example.com", rootPassword)
	f.want(f.as(budi, "GET", "/clients", ""), 200, "")
	got := servicetest.Into[adminrows.Admin](t, f.want(f.as(root, "POST", "/admins/"+id+"/disable", `{"reason":"left"}`), 200, ""))
	if !got.Disabled || itoa(got.ID) != id {
		t.Errorf("disabled is %+v", got)
	}
	f.want(f.as(budi, "GET", "/clients", ""), 401, "invalid_token")
	f.want(f.login("budi@example.com", rootPassword), 401, "wrong_credentials")
	f.want(f.as(root, "POST", "/admins/"+id+"/disable", ""), 200, "")
	f.want(f.as(root, "POST", "/admins/"+id+"/enable", ""), 200, "")
	f.want(f.as(budi, "GET", "/clients", ""), 401, "invalid_token") // the session stays ended
	f.want(f.as(f.bearer("budi@example.com", rootPassword), "GET", "/clients", ""), 200, "")
	for _, act := range []string{"/disable", "/enable", "/reset-password"} {
		f.want(f.as(root, "POST", "/admins/987654"+act, ""), 404, "admin_not_found")
	}
	if named := f.actors(admin.Stream); strings.Join(named, " ") != "system:start admin:"+f.rootID()+" admin:"+f.rootID()+" admin:"+f.rootID() {
		t.Errorf("the events name %v", named)
	}
}

func TestTwoAdminsWhoDisableEachOtherAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	ids, bearers := []string{f.rootID(), f.add("budi@example.com", admin.RoleAdmin)}, []string{f.bearer(rootEmail, rootPassword), f.bearer("budi@example.com", rootPassword)}
	var running sync.WaitGroup
	for i := range bearers {
		running.Go(func() { f.as(bearers[i], "POST", "/admins/"+ids[1-i]+"/disable", "") })
		running.Go(func() { f.as(bearers[i], "PUT", "/admins/"+ids[1-i], `{"role":"auditor"}`) })
	}
	running.Wait()
	all, err := f.Queries.Admins(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, m := range all {
		if m.Role == admin.RoleAdmin && !m.Disabled {
			left++
			f.want(f.as(f.bearer(m.Email, rootPassword), "POST", "/admins/"+itoa(m.ID)+"/disable", ""), 400, "last_admin")
		}
	}
	if left != 1 {
		t.Errorf("left are %+v", all)
	}
}

func TestAChangeOfRoleEndsTheSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	id := f.add("budi@example.com", admin.RoleSupport)
	root, budi := f.bearer(rootEmail, rootPassword), f.bearer("budi@example.com", rootPassword)
	f.want(f.as(root, "PUT", "/admins/"+id, `{"role":"king"}`), 400, "invalid_field")
	f.want(f.as(root, "PUT", "/admins/"+id, `{"role":"auditor","reason":"moves"}`), 200, "")
	f.want(f.as(budi, "GET", "/tickets", ""), 401, "invalid_token")
	budi = f.bearer("budi@example.com", rootPassword)
	f.want(f.as(budi, "GET", "/tickets", ""), 403, "role_forbidden")
	f.want(f.as(budi, "GET", "/admins", ""), 200, "")
	f.want(f.as(root, "PUT", "/admins/"+f.rootID(), `{"role":"auditor"}`), 400, "last_admin")
}

// A process may crash after it appended the event and before it ended the sessions in the rows.
func TestTheEventAloneEndsTheSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.add("budi@example.com", admin.RoleSupport)
	budi := f.bearer("budi@example.com", rootPassword)
	_, err := eventstore.Execute(t.Context(), f.core.Log, admin.Aggregate, admin.Stream, func(s admin.State) ([]domain.Event, error) {
		m, err := s.FindByEmail("budi@example.com")
		if err != nil {
			return nil, err
		}
		return admin.ChangeRole(s, admin.Act{AdminID: m.ID, At: f.core.Now()}, admin.RoleAuditor)
	})
	if err != nil {
		t.Fatal(err)
	}
	f.want(f.as(budi, "GET", "/clients", ""), 401, "invalid_token")
}

func TestAnAdministratorChangesTheOwnPassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	here, elsewhere := f.bearer(rootEmail, rootPassword), f.bearer(rootEmail, rootPassword)
	change := func(bearer, current, next string) servicetest.Answer {
		return f.as(bearer, "PUT", "/auth/password", `{"current_password":"`+current+`","password":"`+next+`"}`)
	}
	f.want(change(here, "wrong", "another password"), 400, "invalid_field")
	f.want(change(here, rootPassword, "short"), 400, "invalid_field")
	f.want(change(here, rootPassword, "another password"), 200, "")
	f.want(f.as(here, "GET", "/clients", ""), 200, "")
	f.want(f.as(elsewhere, "GET", "/clients", ""), 401, "invalid_token")
	f.want(f.login(rootEmail, rootPassword), 401, "wrong_credentials")
	f.want(f.login(rootEmail, "another password"), 200, "")
	for range 2 {
		f.want(change(here, "wrong", "yet another password"), 400, "invalid_field")
	}
	f.want(change(here, "another password", "yet another password"), 429, "too_many_requests") // after three wrong attempts
}

func TestAResetGivesANewPasswordAndEndsTheSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	id := f.add("budi@example.com", admin.RoleAdmin)
	root, budi := f.bearer(rootEmail, rootPassword), f.bearer("budi@example.com", rootPassword)
	f.setUpTOTP(budi)
	f.want(f.as(root, "POST", "/admins/"+f.rootID()+"/reset-password", ""), 400, "own_login")
	reset := func(body string) string {
		return servicetest.Into[api.AdminReset](t, f.want(f.as(root, "POST", "/admins/"+id+"/reset-password", body), 200, "")).Password
	}
	password := reset(`{"reason":"forgot it"}`)
	f.want(f.as(budi, "GET", "/clients", ""), 401, "invalid_token")
	f.want(f.login("budi@example.com", rootPassword), 401, "wrong_credentials")
	f.want(f.login("budi@example.com", password), 401, "code_required")
	f.want(f.login("budi@example.com", reset(`{"second_factor":true,"reason":"lost the phone"}`)), 200, "")
}

func TestALogoutEndsOneSessionOrAll(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	first, second, third := f.bearer(rootEmail, rootPassword), f.bearer(rootEmail, rootPassword), f.bearer(rootEmail, rootPassword)
	f.want(f.as(first, "POST", "/auth/logout", ""), 200, "")
	f.want(f.as(first, "GET", "/clients", ""), 401, "invalid_token")
	sessions := servicetest.Into[[]ownloginapi.Session](t, f.want(f.as(second, "GET", "/auth/sessions", ""), 200, ""))
	if len(sessions) != 2 || sessions[0].Current || !sessions[1].Current {
		t.Fatalf("the sessions are %+v", sessions)
	}
	f.want(f.as(second, "DELETE", "/auth/sessions/"+itoa(sessions[0].ID), ""), 200, "")
	f.want(f.as(second, "DELETE", "/auth/sessions/"+itoa(sessions[0].ID), ""), 404, "not_found")
	f.want(f.as(third, "GET", "/clients", ""), 401, "invalid_token")
	fourth := f.bearer(rootEmail, rootPassword)
	f.want(f.as(second, "POST", "/auth/logout", `{"everywhere":true}`), 200, "")
	for _, ended := range []string{second, fourth} {
		f.want(f.as(ended, "GET", "/clients", ""), 401, "invalid_token")
	}
}

// setUpTOTP sets up the second factor of the token's administrator. It returns the secret and the recovery codes.
func (f fixture) setUpTOTP(bearer string) (secret string, recovery []string) {
	f.t.Helper()
	e := servicetest.Into[ownloginapi.Enrolment](f.t, f.want(f.as(bearer, "POST", "/auth/totp", `{"current_password":"`+rootPassword+`"}`), 200, ""))
	confirmed := f.want(f.as(bearer, "POST", "/auth/totp/confirm", `{"code":"`+f.code(e.Secret, 0)+`"}`), 200, "")
	return e.Secret, servicetest.Into[ownloginapi.RecoveryCodes](f.t, confirmed).RecoveryCodes
}

// code is the code of the time step that is this many steps from now.
func (f fixture) code(secret string, steps int) string {
	f.t.Helper()
	code, err := totp.GenerateCode(secret, f.core.Now().Add(time.Duration(steps)*30*time.Second))
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

func TestALoginNeedsACodeOnceASecondFactorIsSetUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	f.want(f.as(root, "POST", "/auth/totp", `{"current_password":"wrong"}`), 400, "invalid_field")
	f.want(f.as(root, "POST", "/auth/totp/confirm", `{"code":"123456"}`), 400, "second_factor_not_begun")
	secret, recovery := f.setUpTOTP(root)
	login := func(code string) servicetest.Answer {
		return servicetest.Call(t, f.h, "POST", "/admin/auth/login", `{"email":"`+rootEmail+`","password":"`+rootPassword+`","code":"`+code+`"}`)
	}
	f.want(f.login(rootEmail, rootPassword), 401, "code_required")
	f.want(f.login(rootEmail, "wrong"), 401, "wrong_credentials")
	f.want(login("000000"), 401, "wrong_code")
	next := f.code(secret, 1)
	f.want(login(next), 200, "")
	f.want(login(next), 401, "wrong_code")
	f.want(login(recovery[0]), 200, "")
	f.want(login(recovery[0]), 401, "wrong_code")
	if all, err := f.Queries.Admins(t.Context()); err != nil || !all[0].SecondFactor {
		t.Errorf("listed as %+v, %v", all, err)
	}
	f.want(login(recovery[1]), 429, "too_many_requests") // after three wrong attempts
}

func TestASecondFactorIsRemovedWithACodeOfIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	_, recovery := f.setUpTOTP(root)
	for _, path := range []string{"/auth/totp/remove", "/auth/totp"} {
		f.want(f.as(root, "POST", path, `{"current_password":"`+rootPassword+`"}`), 400, "invalid_field")
	}
	f.want(f.as(root, "PUT", "/auth/password", `{"current_password":"`+rootPassword+`","password":"another password"}`), 400, "invalid_field")
	f.want(f.as(root, "POST", "/auth/totp/remove", `{"current_password":"`+rootPassword+`","code":"`+recovery[0]+`"}`), 200, "")
	f.want(f.login(rootEmail, rootPassword), 200, "")
}
