package eventlogservice

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// shown are the event fields that staff see, at any depth. All others are left out. A test checks that each
// field of each event is here or in hidden, so that a new field needs a decision.
var shown = setOf(`
	account act active admin_id after allow amount app_id approval_id approved_by at attempt attempt_reference attempts available
	second_factor void_passwords waited was_undecided weight weights what work
