// Package site makes the gateway's pages for people: /portal for merchants and /console for administrators,
// support and auditors.
//
// The console is a client of the gateway's own API, within the process. Each page shows what operations of the
// API answer to the session of the person at the browser, and each form sends one request. So the console has
// no rules of its own about money, roles or states, and a page can show nothing that the API would not.
//
//   - package page has the parts of which all pages are made: the session in its cookie, the
//     client of the API, blocks (tables, forms, details, timelines), their templates and the style;
//   - package words has every word that people read, in Indonesian and English;
//   - package ownlogin has the pages of a person's own login, for both sites;
//   - package portal has the merchants' pages, package staff those of the gateway's staff.
//
// The pages work without scripts. Scripts only keep the content up to date.
package site
