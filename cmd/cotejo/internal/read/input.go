package read

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

// readInput is what is to be read, as the flags of «cotejo read» say it.
type readInput struct {
	pages    string
	password filePassword
}

func (i *readInput) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&i.pages, "pages", "", "`PÁGINAS` que se leen de cada documento, por ejemplo 1-3,7 o 5-")
	i.password.addFlags(c)
}

// request is what is asked of each document.
func (i *readInput) request(c *cobra.Command) (r document.ReadRequest, err error) {
	if r.Pages, err = parsePages(i.pages); err != nil {
		return r, err
	}
	r.Password, err = i.password.get(c)
	return r, err
}

// parsePages reads "1-3,7,9-": numbers and stretches; one without an end goes
// to the end of the document. Nothing is all pages.
func parsePages(s string) ([]document.PageRange, error) {
	if s == "" {
		return nil, nil
	}
	var pages []document.PageRange
	for part := range strings.SplitSeq(s, ",") {
		first, last, stretch := strings.Cut(strings.TrimSpace(part), "-")
		var p document.PageRange
		var err error
		if p.First, err = pageNumber(first); err == nil && stretch && strings.TrimSpace(last) != "" {
			p.Last, err = pageNumber(last)
		}
		if !stretch {
			p.Last = p.First
		}
		if err != nil || p.Last != 0 && p.Last < p.First {
			return nil, spanish.Usagef("--pages %s: «%s» no es una página ni un tramo; escriba por ejemplo 1-3,7 o 5-", s, cli.DisplayName(part))
		}
		pages = append(pages, p)
	}
	return pages, nil
}

func pageNumber(s string) (int, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
	if err == nil && n == 0 {
		err = strconv.ErrRange
	}
	return int(n), err
}

// filesOf replaces each folder by the PDFs and images in it and below, in the order of
// their names; hidden ones are left out. What cannot be looked at stays, to be
// told of when it is its turn.
func filesOf(paths []string) []string {
	var files []string
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		found, err := filesIn(path)
		if err != nil || len(found) == 0 {
			found = []string{path}
		}
		files = append(files, found...)
	}
	return files
}

func filesIn(folder string) (found []string, err error) {
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(e.Name(), ".") && path != folder
		switch {
		case err != nil && path == folder:
			return err
		case hidden && e.IsDir():
			return fs.SkipDir
		case err != nil, hidden, e.IsDir(), document.KindByName(path) == "":
			return nil
		}
		found = append(found, path)
		return nil
	})
	slices.Sort(found)
	return found, err
}

// checkInput is cli.CheckFile where folders stand for what is in them.
func checkInput(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("es una carpeta sin PDF ni imágenes")
	}
	return cli.CheckFile(path)
}
