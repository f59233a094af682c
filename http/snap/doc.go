// Package snap holds what all sides of SNAP BI share, Indonesia's national standard for open payment APIs:
// signatures, headers, response codes, amounts and times. The adapter signs with it what it calls, the
// notification API verifies with it what arrives, and the simulator of SNAP providers answers with it.
//
// It makes no calls, and knows no provider. What differs from one provider to another is in package
// http/outbound/snapadapter. Source: the developer portal of ASPI (apidevportal.aspi-indonesia.or.id).
package snap
