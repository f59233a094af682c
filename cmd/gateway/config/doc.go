// Package config reads the configuration from variables and files, and checks it. It opens nothing.
package config
