// Package page has the parts of which the console's pages are made: a Site with its login and session, the
// client of the gateway's API (Context), blocks with their templates, and the assets. It knows no particular
// page, and no rule about money or roles.
package page
