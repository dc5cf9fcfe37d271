package client

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Configuration providers fetch values from elsewhere (KIP-297):
//
//	config.providers=env
//	config.providers.env.class=org.apache.kafka.common.config.provider.EnvVarConfigProvider
//	ssl.keystore.password=${env:KEYSTORE_PASSWORD}

// reference is ${provider:path:key}, the path being optional.
var reference = regexp.MustCompile(`\$\{([^}:]*):(?:([^}]*?):)?([^}]*)\}`)

// provider gives the value of a key, of a path where it has such.
type provider func(path, key string) (string, error)

// resolved gives the settings with what providers have for them. References to
// a provider that is not named stay as they are.
func (p *Properties) resolved() (*settings, error) {
	s := &settings{Properties: &Properties{name: p.name, entries: maps.Clone(p.entries)}}
	providers := map[string]provider{}
	for _, name := range s.list("config.providers") {
		class := "config.providers." + name + ".class"
		switch s.noClass(class, "EnvVarConfigProvider", "FileConfigProvider", "DirectoryConfigProvider") {
		case "EnvVarConfigProvider":
			providers[name] = fromEnvironment
		case "FileConfigProvider":
			providers[name] = fromFile
		case "DirectoryConfigProvider":
			providers[name] = fromDirectory
		default:
			s.refuse(class, errors.New("the class of the provider is missing"))
		}
	}
	if len(providers) == 0 {
		return s, s.err
	}
	for _, key := range slices.Sorted(maps.Keys(s.entries)) {
		s.resolve(key, providers)
	}
	return s, s.err
}

// resolve puts the values of providers into one setting.
func (s *settings) resolve(key string, providers map[string]provider) {
	e := s.entries[key]
	value := reference.ReplaceAllStringFunc(e.value.Reveal(), func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		get, ok := providers[m[1]]
		if !ok {
			return ref
		}
		v, err := get(m[2], m[3])
		if err != nil {
			s.refuse(key, fmt.Errorf("provider %s: %w", m[1], err))
		}
		return v
	})
	s.Set(key, value, e.where)
}

func fromEnvironment(_, key string) (string, error) {
	v, ok := os.LookupEnv(key)
	if !ok {
		return "", fmt.Errorf("there is no environment variable %s", key)
	}
	return v, nil
}

func fromFile(path, key string) (string, error) {
	p, err := LoadProperties(path)
	if err != nil {
		return "", err
	}
	e, ok := p.entries[key]
	if !ok {
		return "", fmt.Errorf("%s has no %s", path, key)
	}
	return e.value.Reveal(), nil
}

func fromDirectory(path, key string) (string, error) {
	text, err := os.ReadFile(filepath.Join(path, filepath.Base(key)))
	return strings.TrimRight(string(text), "\r\n"), err
}
