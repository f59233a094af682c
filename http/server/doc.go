// Package server is the HTTP server around the surfaces: what every request passes
// (request id, recovery, metrics), the answers for paths and methods that do not
// exist, the health endpoints, and the listener's limits.
package server
