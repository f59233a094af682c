package secondfactorservice_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/servicetest"

	"github.com/pquerna/otp/totp"
)

const ani = "admin:3"

// person is a person with an authenticator app, in the test's own time.
type person struct {
	secondfactorservice.Factors
	t      *testing.T
	now    time.Time
	secret string
}

func newPerson(t *testing.T, wrongCodes int) *person {
	p := &person{t: t, now: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
	core := servicetest.New(t)
	core.Now = func() time.Time { return p.now }
	p.Factors = factors(core, wrongCodes)
	return p
}

func factors(core *service.Core, wrongCodes int) secondfactorservice.Factors {
	return secondfactorservice.Factors{
		Core: core, TOTP: credential.TOTP{Masters: secret.NewRing("master"), Issuer: "Payment Gateway"},
		Wrong: credential.NewLimiter(wrongCodes, 15*time.Minute, core.Now),
	}
}

// setUp sets up the second factor and returns the recovery codes. It uses up a time step.
func (p *person) setUp() []string {
	p.t.Helper()
	enrolment, err := p.Begin(p.t.Context(), ani, "ani@example.com")
	if err != nil {
		p.t.Fatal(err)
	}
	p.secret = enrolment.Secret
	recovery, err := p.Confirm(p.t.Context(), ani, p.code())
	if err != nil {
		p.t.Fatal(err)
	}
	return recovery
}

// code waits for the next time step in the test's time and returns its code.
func (p *person) code() string {
	p.t.Helper()
	p.now = p.now.Add(30 * time.Second)
	code, err := totp.GenerateCode(p.secret, p.now)
	if err != nil {
		p.t.Fatal(err)
	}
	return code
}

func (p *person) check(code, refused string) {
	p.t.Helper()
	if err := p.Check(p.t.Context(), ani, code); codeOf(err) != refused {
		p.t.Errorf("the code %q: %v, want %q", code, err, refused)
	}
}

func codeOf(err error) string {
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok {
		return refusal.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func TestASecondFactorCountsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	p := newPerson(t, 0)
	p.check("", "")
	if _, err := p.Begin(t.Context(), ani, "ani@example.com"); err != nil {
		t.Fatal(err)
	}
	p.check("", "") // a person who never scanned the picture is not locked out
	if _, err := p.Confirm(t.Context(), ani, "000000"); codeOf(err) != "invalid_field" {
		t.Errorf("a wrong first code: %v", err)
	}
	p.setUp()
	p.check("", "invalid_field")
	p.check("000000", "invalid_field")
	code := p.code()
	p.check(code, "")
	p.check(code, "invalid_field")
	if err := p.Remove(t.Context(), ani, "a new phone"); err != nil {
		t.Fatal(err)
	}
	p.check("", "")
}

func TestARecoveryCodeTakesThePlaceOfACodeOnce(t *testing.T) {
	t.Parallel()
	p := newPerson(t, 0)
	former := p.setUp()
	p.check(former[0], "")
	p.check(former[0], "invalid_field")
	p.check(former[9], "")
	recovery := p.setUp()
	p.check(former[1], "invalid_field")
	p.check(recovery[1], "")
}

func TestACodeThatTwoInstancesGetAtOnceCountsOnce(t *testing.T) {
	t.Parallel()
	p := newPerson(t, 0)
	p.setUp()
	code := p.code()
	log := eventstore.NewLog(p.Log.Store(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	other := factors(&service.Core{Log: log, Now: p.Now}, 0)
	var accepted atomic.Int64
	var running sync.WaitGroup
	for i := range 8 {
		f := p.Factors
		if i%2 == 0 {
			f = other
		}
		running.Go(func() {
			if f.Check(t.Context(), ani, code) == nil {
				accepted.Add(1)
			}
		})
	}
	running.Wait()
	if n := accepted.Load(); n != 1 {
		t.Errorf("the code was accepted %d times", n)
	}
}

func TestWrongCodesOfAPersonAreLimited(t *testing.T) {
	t.Parallel()
	p := newPerson(t, 3)
	p.setUp()
	for range 2 {
		p.check("000000", "invalid_field")
		p.check(p.code(), "") // a right one does not count
	}
	p.check("000000", "invalid_field")
	p.check(p.code(), "too_many_requests")
	p.now = p.now.Add(15 * time.Minute)
	p.check(p.code(), "")
}
