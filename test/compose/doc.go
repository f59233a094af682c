// Package compose checks the files for Docker Compose with the library that Compose v2 reads
// them with: they are valid alone and together, and pass what they say.
package compose
