// Package hostile tests end to end what a hostile review tried on a running gateway: ids of other merchants, sessions
// without a fresh proof, ways around the second administrator and the second factor, links used for another purpose,
// requests beside a recovery, odd HTTP, forms of other sites, and hostile texts in everything that people see or open.
//
// What the review tried and another package proves already is not here. Each file is one idea, and each test a list of
// rules. The tests of who may call what are in package access.
package hostile
