// Package server is the HTTP server around the surfaces. It has the middleware of every request (request id,
// metrics, error log, recovery), the answers for unknown paths and methods, /healthz, /readyz and /metrics, and
// the limits on connections. It knows no surface.
package server
