// Figures runs a measurement and writes its output into a page of docs.
//
//	go run ./testkit/figures -page docs/benchmarks.md -section signing -title 'make bench' -- COMMAND…
//
// The section lies between the lines <!-- figures: NAME --> and <!-- end -->. It gets a line
// with the title, the commit and the date, and the standard output of the command: as it is if
// it holds Markdown tables, and as a code block otherwise. A command that fails changes nothing.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	page := flag.String("page", "", "the page to write into; without one, the output is only printed")
	section := flag.String("section", "", "the name of the section")
	title := flag.String("title", "", "the command as a reader types it; by default the arguments")
	keep := flag.String("keep", "", "write only lines that match this regular expression")
	flag.Parse()
	if err := run(*page, *section, *title, *keep, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

func run(page, section, title, keep string, args []string) error {
	wanted, err := regexp.Compile(keep)
	if err != nil {
		return err
	}
	var output bytes.Buffer
	command := exec.Command(args[0], args[1:]...)
	command.Stdout, command.Stderr = io.MultiWriter(os.Stdout, &output), os.Stderr
	if err := command.Run(); err != nil || page == "" {
		return err
	}
	if title == "" {
		title = strings.Join(args, " ")
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty", "--match=").Output()
	if err != nil {
		return fmt.Errorf("finding the commit: %w", err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	header := fmt.Sprintf("`%s`, commit %s, %s", title, strings.TrimSpace(string(commit)), time.Now().UTC().Format(time.DateOnly))
	replaced, err := replace(string(text), section, header, matching(output.String(), wanted))
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	return os.WriteFile(page, []byte(replaced), 0o644)
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
