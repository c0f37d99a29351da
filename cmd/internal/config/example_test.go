package config

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite .env.example")

// TestEnvExample keeps .env.example equal to the table of settings.
func TestEnvExample(t *testing.T) {
	file := filepath.Join("..", "..", "..", ".env.example")
	if *update {
		if err := os.WriteFile(file, []byte(envExample()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != envExample() {
		t.Errorf("%s is not what the settings say; run: go generate ./cmd/internal/config", file)
	}
}

// TestEnvExampleIsRight takes every line of .env.example into force.
func TestEnvExampleIsRight(t *testing.T) {
	text := regexp.MustCompile(`(?m)^#([A-Z_]+=.+)$`).ReplaceAllString(envExample(), "$1")
	c, _, err := setup{dotenv: text}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range c.Values {
		if v.Origin != FromDotEnv && intake.named(v.Name).example != "" {
			t.Errorf("%s has no line in .env.example", v.Name)
		}
	}
	n, _, err := setup{dotenv: text}.loadNotify(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range n.Values {
		if v.Origin != FromDotEnv && notify.named(v.Name).example != "" {
			t.Errorf("%s has no line in .env.example", v.Name)
		}
	}
	if len(c.Warnings)+len(n.Warnings) != 2 { // of the development secrets
		t.Errorf("warnings %q and %q", c.Warnings, n.Warnings)
	}
}

func TestEverySettingIsDescribed(t *testing.T) {
	eachIsDescribed(t, intake)
	eachIsDescribed(t, notify)
}

func eachIsDescribed[T any](t *testing.T, of service[T]) {
	seen := map[string]bool{}
	for _, s := range of.settings {
		if seen[s.Name] || seen[s.flag()] || s.doc == "" || s.help == "" || strings.ToUpper(s.Name) != s.Name {
			t.Errorf("%s: described twice, or not at all", s.Name)
		}
		seen[s.Name], seen[s.flag()] = true, true
		for what, text := range map[string]string{"default": s.fallback, "example": s.example} {
			var c T
			if err := s.value.parse(&c, text); err != nil {
				t.Errorf("the %s of %s: %v", what, s.Name, err)
			}
		}
	}
}
