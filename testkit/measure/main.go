// Measure runs measurements and, on request, writes their figures into the pages of docs.
//
//	go run ./testkit/measure extraction duplicates
//	go run ./testkit/measure -write search -n 100000
//	go run ./testkit/measure -h
//
// Run it in the root of the repository, with nothing else running.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// options are what the user chose for all measurements of a run.
type options struct {
	write     bool
	documents int
	folder    string
	database  string
	corpora   string
	papers    string
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "measure:", err)
			os.Exit(1)
		}
	}
}

func run(args []string) error {
	var o options
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	flags.BoolVar(&o.write, "write", false, "write the figures into their section of docs")
	flags.IntVar(&o.documents, "n", 0, "how many documents or rows; the default depends on the measurement")
	flags.StringVar(&o.folder, "folder", "", "folder that keeps generated filings for the next run (default: one below the temporary folder)")
	flags.StringVar(&o.database, "database", "", "database to measure, a file or postgres://…")
	flags.StringVar(&o.corpora, "corpora", "", "folder of published rulings, see testkit/corpora/SOURCES.md")
	flags.StringVar(&o.papers, "papers", "single", "what is scanned: single, traps (without the numbers), cases (with a radicado)")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), "usage: go run ./testkit/measure [flags] NAME...\n\n")
		for _, m := range measurements {
			fmt.Fprintf(flags.Output(), "  %-12s %s\n", m.name, m.about)
		}
		fmt.Fprintln(flags.Output())
		flags.PrintDefaults()
	}
	var names []string
	for rest := args; ; rest = flags.Args()[1:] { // flags may follow names
		if err := flags.Parse(rest); err != nil {
			return err
		}
		if flags.NArg() == 0 {
			break
		}
		names = append(names, flags.Arg(0))
	}
	if len(names) == 0 {
		flags.Usage()
		return flag.ErrHelp
	}
	if o.corpora != "" { // tests run in the folder of their package
		var err error
		if o.corpora, err = filepath.Abs(o.corpora); err != nil {
			return err
		}
	}
	for _, name := range names {
		m, err := find(name)
		if err == nil && m.needsCorpora && o.corpora == "" {
			err = errors.New("give the folder of published rulings with -corpora")
		}
		if err == nil {
			err = m.run(o)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func find(name string) (measurement, error) {
	for _, m := range measurements {
		if m.name == name {
			return m, nil
		}
	}
	return measurement{}, fmt.Errorf("no measurement %q; -h lists them", name)
}

// run prints the figures of a measurement. One that fails changes no page.
func (m measurement) run(o options) error {
	title := "go run ./testkit/measure " + m.name
	if o.documents == 0 {
		o.documents = m.documents
	} else {
		title += " -n " + strconv.Itoa(o.documents)
	}
	if o.folder == "" {
		o.folder = filepath.Join(os.TempDir(), fmt.Sprintf("cotejo-%s-%s-%d", m.name, o.papers, o.documents))
	}
	if m.prepare != nil {
		if err := os.MkdirAll(o.folder, 0o755); err != nil {
			return err
		}
		for _, args := range m.prepare(o) {
			if err := execute(args, os.Stderr); err != nil {
				return err
			}
		}
	}
	var output bytes.Buffer
	if err := execute(m.command(o), io.MultiWriter(os.Stdout, &output)); err != nil || !o.write || m.section.page == "" {
		return err
	}
	return m.section.write(title, output.String())
}

func execute(args []string, out io.Writer) error {
	command := exec.Command(args[0], args[1:]...)
	command.Stdout, command.Stderr = out, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return nil
}
