package config

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var exampleEntry = regexp.MustCompile(`(?m)((?:^# .+\n)+)^#([A-Z_]+)=(.+)$`)

// envExample returns the text of .env.example.
func envExample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", ".env.example"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEnvExample holds .env.example against the settings: it describes each one, in their order, and
// shows its default or, where there is none, its example. What both services have it describes alike.
func TestEnvExample(t *testing.T) {
	settings := slices.Concat(new(Intake).settings(), new(Notify).settings()[1:]) // ENVIRONMENT is in both
	entries := exampleEntry.FindAllStringSubmatch(envExample(t), -1)
	if len(entries) != len(settings) {
		t.Fatalf("%d settings are described, and there are %d", len(entries), len(settings))
	}
	docs := map[string]string{}
	for i, entry := range entries {
		set, doc := settings[i], strings.Join(strings.Fields(strings.ReplaceAll(entry[1], "\n#", " ")), " ")
		if want := cmp.Or(set.fallback, set.example); entry[2] != set.Name || entry[3] != want {
			t.Errorf("#%s=%s is described where #%s=%s should be", entry[2], entry[3], set.Name, want)
		}
		docs[set.Name] = strings.ReplaceAll(doc, notifyPrefix, intakePrefix)
	}
	for _, set := range new(Server).settings(variation{prefix: notifyPrefix})[1:] {
		if twin := intakePrefix + strings.TrimPrefix(set.Name, notifyPrefix); docs[set.Name] != docs[twin] {
			t.Errorf("%s and %s are described in other words:\n%s\n%s", set.Name, twin, docs[set.Name], docs[twin])
		}
	}
}

// TestEnvExampleIsRight takes every line of .env.example into force.
func TestEnvExampleIsRight(t *testing.T) {
	text := regexp.MustCompile(`(?m)^#([A-Z_]+=.+)$`).ReplaceAllString(envExample(t), "$1")
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
	if len(c.Warnings) != 2 || len(n.Warnings) != 2 { // of the development secrets, and of passwords beside tokens
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
		if seen[s.Name] || seen[s.flag()] || s.help == "" || strings.ToUpper(s.Name) != s.Name {
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
