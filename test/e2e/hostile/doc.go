// Package hostile tests end to end the attacks of a hostile review on a running gateway: ids of other
// merchants, sessions without a fresh proof, ways around the second administrator and the second factor, links
// used for another purpose, requests during a recovery, odd HTTP, forms of other sites, and hostile texts in
// everything that people see or open.
//
// Attacks of the review that another package already covers are not repeated here. Each file is one idea, and
// each test a list of rules. Package access tests who may call what.
package hostile
