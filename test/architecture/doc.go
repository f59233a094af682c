// Package architecture tests the rules that ARCHITECTURE.md states about the source
// code itself: which floor imports which, and which words are in use. It tests no
// behaviour.
package architecture
