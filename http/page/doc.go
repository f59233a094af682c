// Package page has what the console's pages are made of: a Site with its login and session, the
// client of the gateway's API (Context), blocks with their templates, and the assets. It knows no
// page by name, and no rule about money or roles.
package page
