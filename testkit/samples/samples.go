// Package samples finds the real PDFs beside the repository, where they are at
// hand: scans and odd files that others published, not ours to keep here.
package samples

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cotejo/cotejo/testkit/program"
)

// The folders of samples.
const (
	Good   = "pdf"        // can be read
	Broken = "pdf-broken" // damaged, looping, encrypted
)

// Paths returns the files of a folder, none when it is not there. Those that
// take seconds to recognise are among them only when slow ones are asked for.
func Paths(folder string, slow bool) ([]string, error) {
	root, err := program.Root()
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(root, "..", "shared", "samples", folder, "*.pdf"))
	if err != nil {
		return nil, fmt.Errorf("finding samples: %w", err)
	}
	if !slow {
		paths = slices.DeleteFunc(paths, func(path string) bool { return takesSeconds[filepath.Base(path)] })
	}
	return paths, nil
}

// takesSeconds are scans of full pages like those that the tests print by
// themselves, some of several pages.
var takesSeconds = map[string]bool{
	"2400dpi.pdf": true, "graph.pdf": true, "graph_ocred.pdf": true, "palette.pdf": true,
	"3small.pdf": true, "c02-22.pdf": true, "cardinal.pdf": true, "ccitt.pdf": true, "cmyk.pdf": true,
	"doctor-image-pdf.pdf": true, "doctor-image-pdf-2.pdf": true, "enormous.pdf": true, "epson.pdf": true,
	"hugemono.pdf": true, "jbig2.pdf": true, "jbig2_baddevicen.pdf": true, "kcs.pdf": true, "linn.pdf": true,
	"masks.pdf": true, "multipage.pdf": true, "poster.pdf": true, "rotated_skew.pdf": true, "skew.pdf": true, "vector.pdf": true,
}
