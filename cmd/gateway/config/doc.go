// Package config reads the configuration from environment variables and files, and checks it. It opens no
// connections.
package config
