/*
 * What mupdf.go calls: MuPDF with every exception caught. A function that can
 * fail returns 0 and leaves the reason in the document's message.
 */
#ifndef COTEJO_BRIDGE_H
#define COTEJO_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct bridge_doc bridge_doc;

/* A character of the text layer. Boxes are points from the upper left corner of the page. */
typedef struct {
	int32_t rune;
	int32_t starts; /* BRIDGE_BLOCK, BRIDGE_LINE or 0: what begins here */
	float x0, y0, x1, y1;
} bridge_char;

enum { BRIDGE_BLOCK = 1, BRIDGE_LINE = 2 };

/* A raster image placed on the page, and its size as stored. */
typedef struct {
	float x0, y0, x1, y1;
	int32_t pixels_x, pixels_y;
} bridge_image;

typedef struct {
	float width, height;
	int32_t chars, images;
	bridge_char *at_chars;
	bridge_image *at_images;
} bridge_layer;

typedef struct {
	int32_t width, height;
	unsigned char *samples; /* rows of width bytes, 255 is white */
} bridge_picture;

/* bridge_new returns NULL when there is no memory or the library has another version. */
bridge_doc *bridge_new(void);
int bridge_open(bridge_doc *d, const char *path);
const char *bridge_message(bridge_doc *d);
int bridge_needs_password(bridge_doc *d);
int bridge_authenticate(bridge_doc *d, const char *password);
int bridge_pages(bridge_doc *d, int *pages);
int bridge_read_layer(bridge_doc *d, int page, bridge_layer *out);
int bridge_size(bridge_doc *d, int page, float *width, float *height);
int bridge_render(bridge_doc *d, int page, float scale_x, float scale_y, int width, int height, bridge_picture *out);

/* bridge_transform gives the matrix from the page's own space to points from its upper left corner as displayed. */
int bridge_transform(bridge_doc *d, int page, float matrix[6]);
/* bridge_add_text appends content to a page, whose fonts are called BRIDGE_FONT and two hexadecimal
   digits: the upper byte of the code points whose lower byte is the character code. */
int bridge_add_text(bridge_doc *d, int page, const char *content, size_t length, const unsigned char *fonts, int count);
/* bridge_incremental tells whether the file can be kept as it is and the changes be written behind it. */
int bridge_incremental(bridge_doc *d);
/* bridge_save writes the document to path; incremental: behind the copy of the file that is there. */
int bridge_save(bridge_doc *d, const char *path, int incremental);
#define BRIDGE_FONT "CotejoU"

void bridge_free(void *p);
void bridge_close(bridge_doc *d);

#endif
