package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
		if v.Origin != FromDotEnv && named(t, new(Intake), v.Name).example != "" {
			t.Errorf("%s has no line in .env.example", v.Name)
		}
	}
	n, _, err := setup{dotenv: text}.loadNotify(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range n.Values {
		if v.Origin != FromDotEnv && named(t, new(Notify), v.Name).example != "" {
			t.Errorf("%s has no line in .env.example", v.Name)
		}
	}
	if len(c.Warnings)+len(n.Warnings) != 2 { // of the development secrets
		t.Errorf("warnings %q and %q", c.Warnings, n.Warnings)
	}
}

func named(t *testing.T, c service, name string) setting {
	t.Helper()
	settings := c.settings()
	i := slices.IndexFunc(settings, func(s setting) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no setting %s", name)
	}
	return settings[i]
}

func TestEverySettingIsDescribed(t *testing.T) {
	eachIsDescribed(t, new(Intake))
	eachIsDescribed(t, new(Notify))
}

func eachIsDescribed(t *testing.T, c service) {
	seen := map[string]bool{}
	for _, s := range c.settings() {
		if seen[s.Name] || seen[s.flag()] || s.doc == "" || s.help == "" || strings.ToUpper(s.Name) != s.Name {
			t.Errorf("%s: described twice, or not at all", s.Name)
		}
		seen[s.Name], seen[s.flag()] = true, true
		for what, text := range map[string]string{"default": s.fallback, "example": s.example} {
			if err := s.parse(text); err != nil {
				t.Errorf("the %s of %s: %v", what, s.Name, err)
			}
		}
	}
}

// exampleHead opens .env.example.
const exampleHead = `# Settings of Cotejo. Copy this file to .env and uncomment what you change.
#
# The order of precedence is: a YAML file with the same names as keys (--config
# or COTEJO_CONFIG), .env of the working folder, the environment, flags. An
# empty value counts as not set. Relative paths are relative to the working
# folder. The shown values are the defaults, or examples where there is none.
# A dollar sign stands for itself. ` + "`cotejo config`" + ` shows what is in force.
#
# Made from the tables in cmd/internal/config by "make generate".
`

// envExample is the text of .env.example.
func envExample() string {
	var b strings.Builder
	b.WriteString(exampleHead)
	writeExamples(&b, "Intake service", new(Intake).settings(), nil)
	writeExamples(&b, "Notification service", new(Notify).settings(), []string{"ENVIRONMENT"})
	return b.String()
}

// writeExamples writes the settings that were not written before.
func writeExamples(b *strings.Builder, title string, settings []setting, written []string) {
	fmt.Fprintf(b, "\n# --- %s ---\n", title)
	for _, set := range settings {
		if slices.Contains(written, set.Name) {
			continue
		}
		b.WriteByte('\n')
		for _, line := range wrapped(set.doc, 78) {
			fmt.Fprintf(b, "# %s\n", line)
		}
		value := set.fallback
		if value == "" {
			value = set.example
		}
		fmt.Fprintf(b, "#%s=%s\n", set.Name, value)
	}
}

// wrapped breaks text at spaces into lines of at most width bytes.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}
