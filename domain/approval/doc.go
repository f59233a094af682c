// Package approval is the aggregate of an approval: an administrator asks for an act, and another
// administrator must grant it before it is carried out (dual control). There is one stream per approval. An
// approval goes from requested to refused, expired or granted, and from granted to done or failed.
package approval
