package console

import (
	"gateway/http/console/page"
	"gateway/http/console/portal"
	"gateway/http/console/staff"
)

// NewPortal makes the merchants' site, to be mounted at /portal.
func NewPortal(config page.Config) *page.Site { return portal.New(config) }

// NewStaff makes the staff's site, to be mounted at /console.
func NewStaff(config page.Config) *page.Site { return staff.New(config) }
