//go:build linux

package tesseract

import (
	"debug/elf"
	"os"
	"regexp"
	"testing"
)

// A function takes the place of a library's if the program exports it under a
// name that the library asks for: a new release may ask for another.
func TestShortcutsTakeThePlaceOfTheLibrarys(t *testing.T) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	exported := symbols(t, "/proc/self/exe")
	for name, library := range map[string]string{
		"pixWriteMemPng": `/\S*liblept\S*\.so\S*`,
		"_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_": `/\S*libtesseract\.so\S*`,
	} {
		path := regexp.MustCompile(library).Find(maps)
		if path == nil {
			t.Fatalf("no library %s is loaded", library)
		}
		if !symbols(t, string(path))[name] {
			t.Errorf("%s has no %s any more", path, name)
		}
		if !exported[name] {
			t.Errorf("the program does not export %s", name)
		}
	}
}

// symbols are the functions that a file exports.
func symbols(t *testing.T, path string) map[string]bool {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range all {
		if s.Section != elf.SHN_UNDEF {
			names[s.Name] = true
		}
	}
	return names
}
