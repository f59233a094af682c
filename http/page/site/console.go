package site

import (
	"gateway/http/page"
	"gateway/http/page/portal"
	"gateway/http/page/staff"
)

// NewPortal makes the merchants' site, to be mounted at /portal.
func NewPortal(config page.Config) *page.Site { return portal.New(config) }

// NewStaff makes the staff's site, to be mounted at /console.
func NewStaff(config page.Config) *page.Site { return staff.New(config) }
