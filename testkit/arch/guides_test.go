package arch

import (
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGuidesOfPackageLinkWithinIt copies the guides as the Debian package has them: none links to a file that the package lacks.
func TestGuidesOfPackageLinkWithinIt(t *testing.T) {
	guides := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "../../docs/operations/debian/documents", "../../docs", guides).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	linksLeadToFiles(t, guides, nil)
}

// TestGuidesOfTarballLinkWithinIt does the same for what testkit/release/tarball copies.
func TestGuidesOfTarballLinkWithinIt(t *testing.T) {
	script, err := os.ReadFile("../release/tarball")
	if err != nil {
		t.Fatal(err)
	}
	copied := regexp.MustCompile(`(?m)^cp -r (.*) "dist/\$name"$`).FindSubmatch(script)
	if copied == nil {
		t.Fatal("testkit/release/tarball does not say what it copies")
	}
	linksLeadToFiles(t, "../..", strings.Fields(string(copied[1])))
}

// linksLeadToFiles looks at each Markdown file below root. With names, only the files and folders of these names are there.
func linksLeadToFiles(t *testing.T, root string, names []string) {
	t.Helper()
	isThere := func(name string) bool {
		first, _, _ := strings.Cut(name, "/")
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil && (names == nil || slices.Contains(names, first))
	}
	pages := 0
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, e fs.DirEntry, err error) error {
		if e.IsDir() && name != "." && !isThere(name) {
			return fs.SkipDir
		}
		if err != nil || path.Ext(name) != ".md" || !isThere(name) {
			return err
		}
		pages++
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		for _, target := range linkTargets(string(text)) {
			if to := path.Join(path.Dir(name), target); !isThere(to) {
				t.Errorf("%s links to %s, which is not packaged", name, target)
			}
		}
		return err
	})
	if err != nil || pages < 15 {
		t.Errorf("%d pages, %v", pages, err)
	}
}

// linkTargets returns the files that a page in Markdown links to.
func linkTargets(text string) (targets []string) {
	for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
		if u, err := url.Parse(link[1]); err == nil && u.Scheme == "" && u.Path != "" {
			targets = append(targets, u.Path)
		}
	}
	return targets
}

func TestLinkTargetsLeaveOutSitesAndHeadings(t *testing.T) {
	got := linkTargets("[a](b.md#x) ![c](../d.png) [e](https://example.org/f.md) [g](#h) [i](j/)")
	if want := []string{"b.md", "../d.png", "j/"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
