//go:build !race

package installation

const raceEnabled = false
