package config

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// ownPrefix is a prefix that operators put before the gateway's variables by mistake; they have none.
	ownPrefix = "GATEWAY_"
	// nearEnough is the number of wrong letters up to which a name counts as misspelt. Names shorter than
	// short allow fewer (nearEnoughShort), because too many words are near them.
	nearEnough, nearEnoughShort, short = 2, 1, 9
)

// misspelt returns a warning for each environment variable that looks like one of the gateway's but is not
// read.
func misspelt(environ []string) []string {
	names := map[string]bool{}
	secrets := map[string]bool{}
	var known []string
	for _, v := range Variables() {
		names[v.Name], secrets[v.Name] = true, v.Secret
		known = append(known, v.Name)
		if v.Secret {
			names[v.Name+fileSuffix] = true
			known = append(known, v.Name+fileSuffix)
		}
	}
	var warnings []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if names[name] {
			continue
		}
		if bare, ok := strings.CutSuffix(name, fileSuffix); ok && names[bare] && !secrets[bare] {
			warnings = append(warnings, fmt.Sprintf("%s is not read: only secrets come from files; set %s", name, bare))
			continue
		}
		if meant := meantBy(name, known); meant != "" {
			warnings = append(warnings, fmt.Sprintf("%s is not read: did you mean %s?", name, meant))
		} else if hasOwnPrefix(name) {
			warnings = append(warnings, name+" is not read: no variable of the gateway is like it")
		}
	}
	slices.Sort(warnings)
	return warnings
}

// meantBy returns the nearest known name, or "" when none is near enough.
func meantBy(name string, known []string) (nearest string) {
	if hasOwnPrefix(name) {
		name = strings.TrimPrefix(name, ownPrefix)
	}
	best := nearEnough + 1
	for _, k := range known {
		limit := nearEnough
		if len(k) <= short {
			limit = nearEnoughShort
		}
		if d := distance(strings.ToUpper(name), k); d <= limit && d < best {
			nearest, best = k, d
		}
	}
	return nearest
}

// hasOwnPrefix reports whether a name has the prefix. It leaves out variables that the demo reads, and those
// that Kubernetes sets for a service named gateway.
func hasOwnPrefix(name string) bool {
	return strings.HasPrefix(name, ownPrefix) && name != "GATEWAY_URL" && name != "GATEWAY_PORT" &&
		!strings.HasPrefix(name, "GATEWAY_PORT_") && !strings.HasPrefix(name, "GATEWAY_SERVICE_")
}

// distance counts the letters that are missing, superfluous, wrong, or swapped with the next one between two
// names.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
