// Package auth makes and checks what callers prove themselves with:
// passwords, API keys, and the limits on guessing them. It keeps nothing.
package auth
