// Package approval is the aggregate of an approval: an act that an administrator asked
// for, and that another administrator must grant before it is done (dual control).
// There is one stream per approval. An approval goes from requested to refused, expired
// or granted, and from granted to done or failed.
package approval
