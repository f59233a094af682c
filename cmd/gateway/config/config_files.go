package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// fileSuffix is appended to the name of a secret's variable to form the name of the variable that names a
// file with the secret.
const fileSuffix = "_FILE"

// withFiles returns the non-empty values of the environment by name, including the secrets from files that
// _FILE variables name, and those files. A line break at the end of a file is not part of the secret.
func withFiles(environ []string) (values, files map[string]string, problems []error) {
	values, files = map[string]string{}, map[string]string{}
	for _, entry := range environ {
		if name, value, _ := strings.Cut(entry, "="); value != "" {
			values[name] = value
		}
	}
	for _, v := range Variables() {
		path := values[v.Name+fileSuffix]
		switch {
		case !v.Secret || path == "":
			continue
		case values[v.Name] != "":
			problems = append(problems, fmt.Errorf("%s and %s are both set: set one of them", v.Name, v.Name+fileSuffix))
			continue
		}
		content, err := readSecret(path)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", v.Name+fileSuffix, err))
			continue
		}
		values[v.Name], files[v.Name] = content, path
	}
	return values, files, problems
}

func readSecret(path string) (string, error) {
	content, err := os.ReadFile(path)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return "", fmt.Errorf("the file %s can't be read: %w", path, wrong.Err)
	}
	if err != nil {
		return "", err
	}
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	if text == "" {
		return "", fmt.Errorf("the file %s is empty", path)
	}
	return text, nil
}
