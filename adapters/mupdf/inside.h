/* What the C files of this folder share. */
#ifndef COTEJO_INSIDE_H
#define COTEJO_INSIDE_H

#include "bridge.h"
#include "fitz.h"

struct bridge_doc {
	fz_context *ctx;
	fz_document *doc;
	char message[256];
	pdf_obj *fonts[256]; /* of the text that was added, by the upper byte of their code points */
};

/* Keeps the caught exception's message and returns 0; every failing function ends with it. */
int bridge_failed(bridge_doc *d);

void bridge_drop_fonts(bridge_doc *d);

#endif
