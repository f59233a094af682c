// Package quickhash makes the hashes of passwords cheap in the programs that import it. As the product makes them,
// a hash takes 20 ms of a core, and hashes were a quarter of what the end-to-end tests computed. The product itself
// has no such switch, so that none can be left on.
package quickhash

import (
	_ "unsafe" // for go:linkname

	_ "gateway/http/service/credential" // has the variable

	"github.com/alexedwards/argon2id"
)

// hashParams is the variable of package credential.
//
//go:linkname hashParams gateway/http/service/credential.hashParams
var hashParams *argon2id.Params

func init() { hashParams.Memory, hashParams.Iterations = 64, 1 }
