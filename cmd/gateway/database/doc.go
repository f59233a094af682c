// Package database opens, migrates and closes the gateway's databases.
package database
