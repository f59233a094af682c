package config

import (
	"errors"
	"fmt"
	"path/filepath"

	"gateway/eventstore/archive"
)

// Archive returns where archived ranges of the log are stored, or nil.
func (c Config) Archive() (archive.Place, error) {
	url := c.ArchiveURL
	if url == "" {
		if c.DatabaseURL != "" || c.EventStoreURL != "" {
			return nil, nil //nolint:nilnil // no archive is a configuration, not an error
		}
		url = filepath.Join(c.DataDir, "archive")
	}
	place, err := archive.OpenPlace(url, archive.S3Options{AccessKey: c.ArchiveAccessKey, SecretKey: c.ArchiveSecretKey})
	if err != nil {
		return nil, fmt.Errorf("ARCHIVE_URL: %w", err)
	}
	return place, nil
}

func (c Config) archiveProblem() error {
	if (c.ArchiveAccessKey == "") != (c.ArchiveSecretKey == "") {
		return errors.New("ARCHIVE_ACCESS_KEY and ARCHIVE_SECRET_KEY go together")
	}
	_, err := c.Archive()
	return err
}
