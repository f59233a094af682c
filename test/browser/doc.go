// Package browser tests the pages in a real Chromium, by clicks and keys, with a gateway in the test. What
// needs no browser, such as the texts of a page, is tested in the page's own package.
//
// Without Chromium the tests are skipped.
package browser
