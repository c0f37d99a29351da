package read_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestReadTakesThePagesThatAreAskedFor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Write(t, folder, "a.pdf", cotejo.Numbered(t, 6, ""))
	for _, c := range []struct {
		pages  string
		want   string // numbers
		status int
		says   string
	}{
		{"1-3", "1 2 3", 0, ""},
		{"1-2,5", "1 2 5", 0, ""},
		{"5,1-2, 2", "1 2 5", 0, ""},
		{"5-", "5 6", 0, ""},
		{"7", "", 1, "no tiene la página 7; tiene 6"},
		{"5-9", "", 1, "no tiene la página 9"},
		{"0", "", 2, "«0» no es una página"},
		{"3-1", "", 2, "«3-1» no es una página"},
		{"-3", "", 2, "no es una página"},
		{"1,,2", "", 2, "no es una página"},
		{"todas", "", 2, "«todas» no es una página"},
		{"1-99999999999999999999", "", 2, "no es una página"},
	} {
		t.Run(c.pages, func(t *testing.T) {
			got := cotejo.Run(t, folder, "read", "--json", "--pages="+c.pages, "a.pdf")
			if got.Status != c.status || !strings.Contains(got.Stderr, c.says) {
				t.Fatalf("status %d, want %d; stderr %q", got.Status, c.status, got.Stderr)
			}
			var numbers []string
			for _, l := range cotejo.DecodeLines[readLine](t, got.Stdout) {
				for _, p := range l.Pages {
					numbers = append(numbers, fmt.Sprint(p.Number))
					if !strings.Contains(p.Text, fmt.Sprintf("pagina %d ", p.Number)) {
						t.Errorf("page %d says %q", p.Number, p.Text)
					}
				}
			}
			if strings.Join(numbers, " ") != c.want {
				t.Errorf("pages %v, want %s", numbers, c.want)
			}
		})
	}
}

func TestReadTakesThePDFsOfAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"f/b/2.pdf", "f/a.PDF", "f/nota.txt", "f/.oculto.pdf", "f/.x/3.pdf", "f/b/1.pdf"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(cotejo.Numbered(t, 1, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := cotejo.Run(t, folder, "read", "f")
	var files []string
	for _, l := range cotejo.DecodeLines[readLine](t, got.Stdout) {
		files = append(files, l.File)
	}
	if want := "f/a.PDF f/b/1.pdf f/b/2.pdf"; got.Status != 0 || strings.Join(files, " ") != want {
		t.Errorf("status %d, read %v, want %s\n%s", got.Status, files, want, got.Stderr)
	}
	plain := cotejo.Run(t, folder, "read", "--text", "f/b")
	if page := "pagina 1 del expediente que se lee aqui\n\f"; plain.Stdout != page+page {
		t.Errorf("as text: %q", plain.Stdout)
	}
}

func TestReadOpensProtectedFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Write(t, folder, "p.pdf", cotejo.Numbered(t, 1, "clave secreta"))
	cotejo.Write(t, folder, "clave", "clave secreta\r\nno esta\n")
	cotejo.Write(t, folder, "vacia", "\n")
	for _, c := range []struct {
		rule   string
		args   []string
		stdin  string
		status int
		says   string
	}{
		{"from a file", []string{"--password-file", "clave"}, "", 0, ""},
		{"from standard input", []string{"--password-file", "-"}, "clave secreta", 0, ""},
		{"none", nil, "", 1, "protegido con contraseña: désela con --password-file"},
		{"another", []string{"--password-file", "-"}, "otra\n", 1, "La contraseña no abre el archivo PDF: compruebe la que dio con --password-file"},
		{"an empty one", []string{"--password-file", "vacia"}, "", 2, "la primera línea está vacía"},
		{"a file that is not there", []string{"--password-file", "nada"}, "", 2, "no existe el archivo"},
		{"asked without a terminal", []string{"--ask-password"}, "", 2, "no hay terminal"},
		{"both", []string{"--ask-password", "--password-file", "clave"}, "", 2, "no van juntas"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got := cotejo.Invocation{Folder: folder, Stdin: c.stdin, Args: append(append([]string{"read"}, c.args...), "p.pdf")}.Run(t)
			if got.Status != c.status || !strings.Contains(got.Stderr, c.says) || (c.status == 0) != strings.Contains(got.Stdout, "pagina 1") {
				t.Errorf("status %d, stdout %q, stderr %q", got.Status, got.Stdout, got.Stderr)
			}
		})
	}
}
