/*
 * MuPDF with its exceptions caught, for the Go files of this package. A
 * function that fails returns 0 and leaves the reason in bridge_doc.message.
 */
#ifndef COTEJO_BRIDGE_H
#define COTEJO_BRIDGE_H

#if !__has_include(<mupdf/fitz.h>)
#error "MuPDF's headers are not found: in a clone of Cotejo run make headers; a program that imports Cotejo must require the version of go-fitz that Cotejo does"
#endif
#include <mupdf/fitz.h>
#include "pdf.h"

typedef struct {
	fz_context *ctx;
	fz_document *doc;
	char message[256];
	int complaints; /* warnings and errors of MuPDF so far */
	fz_buffer *file; /* of images, or the PDF that was laid out */
	int tiff;
	pdf_obj *fonts[256]; /* of the added text, by the upper byte of their code points */
} bridge_doc;

/* bridge_new returns NULL when memory is short, or the library has another version than the headers. */
bridge_doc *bridge_new(void);
void bridge_close(bridge_doc *d);

enum { BRIDGE_OPEN = 1, BRIDGE_LOCKED };
/* bridge_open returns BRIDGE_LOCKED for a file that neither opens without a password nor with this one. */
int bridge_open(bridge_doc *d, const char *path, const char *password, int *pages);
/* bridge_lay_out opens a PDF made of XHTML, whose images are in the zip archive at path, if that is not empty. A page is width points
 * wide and height high; the file is written to memory. No more than most pages are made. */
int bridge_lay_out(bridge_doc *d, const char *path, const unsigned char *html, size_t length, float width, float height, int most, int *pages);
int bridge_bounds(bridge_doc *d, int page, fz_rect *bounds);
/* What lies opaque on a page, and what its texts are drawn with, in the order of drawing. */
enum { BRIDGE_RECTANGLE, BRIDGE_SHAPE, BRIDGE_PICTURE };
typedef struct {
	fz_rect box;
	int kind;
	uint32_t rgb; /* of a rectangle or a shape */
} bridge_paint;
typedef struct {
	uint32_t rgb;
	float alpha;
	int before; /* paints that are drawn before the text */
} bridge_paint_text;
typedef struct {
	int count, more; /* more: there are others, which are not noted */
	bridge_paint *paints;
	int text_count, text_room;
	bridge_paint_text *texts;
} bridge_paints;
/* bridge_note_paints returns a device that notes paints and passes everything to target, with numbers of texts for colours. */
fz_device *bridge_note_paints(fz_context *ctx, fz_device *target, bridge_paints *noted);
void bridge_drop_paints(bridge_doc *d, bridge_paints *noted);
/* bridge_text returns the text and images of a page, which the caller drops, or NULL. The argb of a character that
   is filled or stroked is its text's number in noted, which the caller drops in any case. */
fz_stext_page *bridge_text(bridge_doc *d, int page, bridge_paints *noted);
/* bridge_canvas returns a white pixmap over samples: rows of width bytes in gray, in colour of four bytes a pixel,
   red, green, blue and opacity. The caller drops it. */
fz_pixmap *bridge_canvas(fz_context *ctx, int width, int height, int colour, unsigned char *samples);
/* bridge_draw draws a page onto the samples of a bridge_canvas. */
int bridge_draw(bridge_doc *d, int page, float scale_x, float scale_y, int width, int height, int colour, unsigned char *samples);

enum { BRIDGE_ATTACHED = 21, BRIDGE_ATTACHED_NAME = 256 };
typedef struct {
	int count;
	char names[BRIDGE_ATTACHED][BRIDGE_ATTACHED_NAME];
	int form; /* of Adobe's XFA, whose page is a placeholder */
} bridge_attached;
/* bridge_find_attached finds the files within a page, on the first one (0) also those within the document. */
void bridge_find_attached(bridge_doc *d, int page, bridge_attached *found);

/* A file of images has no document: these take its place. */
typedef struct {
	int width, height; /* in pixels, as stored */
	int xres, yres; /* pixels per inch; what the file says */
	int on_side; /* displayed with width and height swapped */
} bridge_picture;
/* bridge_open_pictures opens the image file that takes length bytes from offset of the file at path, in place of
   the one before; count is of its images. */
int bridge_open_pictures(bridge_doc *d, const char *path, int64_t offset, size_t length, int tiff, int *count);
int bridge_measure_picture(bridge_doc *d, int number, bridge_picture *picture);
/* bridge_draw_picture draws a whole image onto the samples of a bridge_canvas. */
int bridge_draw_picture(bridge_doc *d, int number, int width, int height, int colour, unsigned char *samples);
/* bridge_make_pdf begins a PDF that takes the place of the images as the document of d; bridge_add_picture
   adds an image to it, as a page of that size in points. */
int bridge_make_pdf(bridge_doc *d);
int bridge_add_picture(bridge_doc *d, int number, float width, float height);

/* bridge_transform gives the matrix from the page's own space to points from its upper left corner as displayed. */
int bridge_transform(bridge_doc *d, int page, fz_matrix *matrix);
/* bridge_add_text appends content to a page, whose fonts are called BRIDGE_FONT and two hexadecimal
   digits: the upper byte of the code points whose lower byte is the character code. */
int bridge_add_text(bridge_doc *d, int page, const char *content, size_t length, const unsigned char *fonts, int count);
#define BRIDGE_FONT "CotejoU"
/* bridge_incremental reports whether changes can be appended to the file as it is. */
int bridge_incremental(bridge_doc *d);
/* bridge_save writes the document to path, into the file that is there if there is one: a reader may neither make
 * nor remove files. */
enum { BRIDGE_WHOLE, BRIDGE_INCREMENTAL, BRIDGE_REDUCED };
/* How: all of it; its changes, behind the copy of the document that is there; what bridge_reduce left. */
int bridge_save(bridge_doc *d, const char *path, int how);
/* bridge_reduce leaves the pages from first, counted from 0, to last, and nothing that belongs to others. */
int bridge_reduce(bridge_doc *d, int first, int last);

/* bridge_failed keeps the caught exception's message and returns 0. */
int bridge_failed(bridge_doc *d);

/* cgo cannot name the members of unions. */
static inline fz_stext_line *bridge_first_line(fz_stext_block *b) { return b->u.t.first_line; }
static inline fz_image *bridge_image(fz_stext_block *b) { return b->u.i.image; }
static inline int bridge_is_rectangle(fz_stext_block *b) { return (b->u.v.flags & FZ_STEXT_VECTOR_IS_RECTANGLE) != 0; }

#endif
