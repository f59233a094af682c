package approvalservice_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/http/service/approvalservice"
)

func isRefusal(err error, code string) bool {
	return errors.Is(err, domain.Refuse(domain.Invalid, code, ""))
}

func TestAnInstallationWithoutALimitNeedsNoSecondAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	off := approvalservice.New(o.Core, nil)
	if inForce, err := off.InForce(t.Context()); inForce || err != nil {
		t.Error(inForce, err)
	}
	if inForce, err := o.InForce(t.Context()); !inForce || err != nil {
		t.Error(inForce, err)
	}
}
