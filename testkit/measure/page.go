package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// section is a part of a page of docs that one command fills. It lies between the lines
// <!-- figures: NAME --> and <!-- end -->, and gets a line with the command, the commit and the date.
type section struct {
	page string // docs/PAGE.md
	name string
	keep string // regular expression of the lines to write; all by default
}

// write replaces the section by the output of a command: as it is if it holds Markdown tables,
// and as a code block otherwise.
func (s section) write(command, output string) error {
	wanted, err := regexp.Compile(s.keep)
	if err != nil {
		return err
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty", "--match=").Output()
	if err != nil {
		return fmt.Errorf("finding the commit: %w", err)
	}
	path := "docs/" + s.page + ".md"
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	header := fmt.Sprintf("`%s`, commit %s, %s", command, bytes.TrimSpace(commit), time.Now().UTC().Format(time.DateOnly))
	replaced, err := replace(string(text), s.name, header, matching(output, wanted))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(replaced), 0o644)
}

func matching(text string, wanted *regexp.Regexp) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return !wanted.MatchString(l) }), "")
}

// replace returns the page with a new header and body of a section.
func replace(page, section, header, body string) (string, error) {
	begin, end := "<!-- figures: "+section+" -->\n", "<!-- end -->"
	before, rest, found := strings.Cut(page, begin)
	if !found {
		return "", fmt.Errorf("no section %q", section)
	}
	_, after, found := strings.Cut(rest, end)
	if !found {
		return "", fmt.Errorf("section %q has no end", section)
	}
	body = strings.TrimSpace(body)
	if !strings.Contains(body, "\n|---") {
		body = "```\n" + body + "\n```"
	}
	return before + begin + header + "\n\n" + body + "\n" + end + after, nil
}
