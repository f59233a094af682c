// Package compose checks the files for Docker Compose with the library with which Compose v2 reads them: they
// are valid alone and together, and pass on their settings.
package compose
