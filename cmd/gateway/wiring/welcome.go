package wiring

import (
	"fmt"
	"io"

	"gateway/cmd/gateway/config"
	"gateway/http/openapi"
)

// printWelcome prints the address, the first admin and, in a sandbox, the first requests
// to try.
func printWelcome(out io.Writer, c config.Config, r Running, version string) {
	fmt.Fprintf(out, "Payment gateway %s, %s, listening on %s\n", version, c.Environment, r.URL)
	fmt.Fprintf(out, "Guides and reference: %[1]s%[2]s (administrators: %[1]s%[3]s)\n",
		r.URL, apiPrefix+openapi.Merchants.Path, apiPrefix+openapi.Administrators.Path)
	fmt.Fprintf(out, "Pages: merchants %[1]s/portal, staff %[1]s/console\n", r.URL)
	switch {
	case r.AdminPassword != "":
		fmt.Fprintf(out, "Admin: %s, password %s (shown this once; gateway admin reset-password gives another)\n", r.AdminEmail, r.AdminPassword)
	case c.AdminEmail == "":
		fmt.Fprintf(out, "Admin: %s, with the password shown at the first start (gateway admin reset-password gives another)\n", r.AdminEmail)
	default:
		fmt.Fprintf(out, "Admin: %s, created with the password of ADMIN_PASSWORD (gateway admin reset-password gives another)\n", r.AdminEmail)
	}
	if c.Environment != config.Sandbox {
		return
	}
	fmt.Fprintf(out, `Quick start (README.md continues to a completed withdrawal):
  curl -s %[1]s/readyz
  curl -s -d '{"nama":"Toko Maju","email":"toko@example.com","password":"rahasia-123"}' %[1]s/api/v2/auth/register
  curl -s -d '{"email":"%[2]s","password":"..."}' %[1]s/api/v2/admin/auth/login
`, r.URL, r.AdminEmail)
}
