package main

import (
	"encoding/json"
	"strconv"
	"strings"
)

// checkReports compares the reports of audit runs with the hashes that the closing has.
func (f files) checkReports(r *report) {
	listed := map[string]bool{}
	for _, row := range f.rows(r, "reconciliation.csv") {
		if row["row"] != "report" {
			continue
		}
		name := "audit-run-" + row["audit_runs"] + ".json"
		listed[name] = true
		r.text("the hash of "+name+" in reconciliation.csv", row["report"], hexOf(f[name]))
		var run struct {
			ID   int64  `json:"id"`
			Kind string `json:"kind"`
		}
		if err := json.Unmarshal(f[name], &run); err != nil {
			r.fail("%s: %v", name, err)
			continue
		}
		r.text("the run of "+name, strconv.FormatInt(run.ID, 10), row["audit_runs"])
		kind, _, _ := strings.Cut(row["check"], " ")
		r.text("the kind of "+name, run.Kind, kind)
	}
	for name := range f {
		if strings.HasPrefix(name, "audit-run-") {
			r.holds(name+" is not in reconciliation.csv", listed[name])
		}
	}
}
