// Package site serves the gateway's pages for people: /portal for merchants and /console for
// administrators, support and auditors.
//
// The console is a client of the gateway's own API, inside the process: each page shows what
// operations of the API answer to the session of the person who looks, and each form sends one
// request. So it has no rule of its own about money, roles or states, and a page can show nothing
// that the API would not.
//
//   - package page has what all pages are made of: the session in its cookie, the client of the
//     API, blocks (tables, forms, details, timelines), their templates and the style;
//   - package words has every word that people read, in Indonesian and English;
//   - package ownlogin has the pages of a person's own login, which both sites have;
//   - package portal has the merchants' pages, package staff those of the gateway's staff.
//
// The pages work without scripts. Scripts only keep what is shown up to date.
package site
