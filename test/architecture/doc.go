// Package architecture tests the rules about the source code that ARCHITECTURE.md states: which floor imports
// which, and which words are in use. It tests no behaviour.
package architecture
