#include <leptonica/allheaders.h>

#include "inside.h"

// Two functions of the libraries that take an eighth of a short document's
// time and do nothing for it.

// pixWriteMemPng stores a picture as it is. Tesseract keeps each line of a page
// as PNG from cutting it out to reading it, a moment later, by pixReadMem, which
// knows this format, too.
REPLACES l_ok pixWriteMemPng(l_uint8 **data, size_t *size, PIX *pix, l_float32 gamma) {
	(void)gamma;
	return pixWriteMemSpix(data, size, pix);
}

// UnicharAmbigs::LoadUniversal fills a table of what could be taken for what,
// for the engine before the neural one, which alone is used here: the trained data of
// Debian have no other.
REPLACES void _ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_(void *ambigs, const void *encoder, void *set) {
	(void)ambigs, (void)encoder, (void)set;
}
