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
	const leptonica, engine = `/\S*liblept\S*\.so\S*`, `/\S*libtesseract\.so\S*`
	for name, library := range map[string]string{
		"pixWriteMemPng": leptonica,
		"_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_":                               engine,
		"_ZN9tesseract9StrideMap5Index9AddOffsetEiNS_14FlexDimensionsE":                                    engine,
		"_ZN9tesseract9StrideMap5Index9IncrementEv":                                                        engine,
		"_ZN9tesseract9NetworkIO17WriteTimeStepPartEiiiPKf":                                                engine,
		"_ZN9tesseract9NetworkIO15MaxpoolTimeStepEiRKS0_iPi":                                               engine,
		"_ZN9tesseract8Convolve7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_": engine,
		"_ZN9tesseract4LSTM7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_":     engine,
		"_ZN9tesseract14FullyConnected15ForwardTimeStepEiPf":                                               engine,
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
