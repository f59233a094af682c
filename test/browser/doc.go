// Package browser tests the pages in a browser: real Chromium, driven by clicks
// and keys, against an assembled gateway. What a page says and refuses is tested
// in its own package; here is what only a browser can tell.
//
// Without Chromium the tests are skipped, and say so.
package browser
