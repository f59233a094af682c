// Package logging makes the loggers of the gateway and of the commands: structured lines without control characters.
package logging
