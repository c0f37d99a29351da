package config

import (
	"fmt"
	"slices"
	"strings"
)

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
	writeExamples(&b, "Intake service", intakeSettings, nil)
	writeExamples(&b, "Notification service", notifySettings, intake.names())
	return b.String()
}

// writeExamples writes the settings that were not written before.
func writeExamples[T any](b *strings.Builder, title string, settings []setting[T], written []string) {
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
