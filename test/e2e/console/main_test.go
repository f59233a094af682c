// Package console tests end to end the pages for people: what each role sees and may do, in both
// languages, without scripts. Package browser clicks through them in a real browser.
package console

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "console") }

type object = harness.Object
