package notary

import _ "embed" // for ProofScript

// ProofScript is the part of a script that checks keys, signed notes and leaves in a browser. Two pages have it before
// their own lines, in a script of the kind "module": the one about proofs in the portal, and the one in the archive for auditors.
//
//go:embed proof.js
var ProofScript string
