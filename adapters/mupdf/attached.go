package mupdf

// #include "bridge.h"
import "C"

import "slices"

// attached returns the names of the files within a page, on the first page also of those within
// the document, and whether the document is a form that only Adobe's programs show. Names are as
// the file has them, without repetitions; there are at most C.BRIDGE_ATTACHED.
func (d *doc) attached(page int) (names []string, form bool) {
	var found C.bridge_attached
	C.bridge_find_attached(d.c, C.int(page-1), &found)
	for i := range int(found.count) {
		if name := C.GoString(&found.names[i][0]); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, found.form != 0
}
