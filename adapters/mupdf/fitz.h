/*
 * The part of MuPDF's interface that bridge.c calls. go-fitz brings MuPDF as a
 * static library but keeps its headers to itself, so the few functions and
 * structures needed are declared here, as they are in COTEJO_FITZ_VERSION.
 * fz_new_context_imp compares that version with the library's own: another
 * library refuses to start rather than reading the structures wrongly.
 */
#ifndef COTEJO_FITZ_H
#define COTEJO_FITZ_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#define COTEJO_FITZ_VERSION "1.24.9"

typedef struct fz_context fz_context;
typedef struct fz_document fz_document;
typedef struct fz_page fz_page;
typedef struct fz_device fz_device;
typedef struct fz_pixmap fz_pixmap;
typedef struct fz_colorspace fz_colorspace;
typedef struct fz_pool fz_pool;
typedef struct fz_font fz_font;

typedef struct { float x, y; } fz_point;
typedef struct { float x0, y0, x1, y1; } fz_rect;
typedef struct { int x0, y0, x1, y1; } fz_irect;
typedef struct { float a, b, c, d, e, f; } fz_matrix;
typedef struct { fz_point ul, ur, ll, lr; } fz_quad;

/* Contexts, and exceptions as setjmp frames on a stack inside the context. */
fz_context *fz_new_context_imp(const void *alloc, const void *locks, size_t max_store, const char *version);
void fz_drop_context(fz_context *ctx);
void fz_set_warning_callback(fz_context *ctx, void (*callback)(void *user, const char *message), void *user);
void fz_set_error_callback(fz_context *ctx, void (*callback)(void *user, const char *message), void *user);
jmp_buf *fz_push_try(fz_context *ctx);
int fz_do_try(fz_context *ctx);
int fz_do_always(fz_context *ctx);
int fz_do_catch(fz_context *ctx);
const char *fz_caught_message(fz_context *ctx);
void fz_ignore_error(fz_context *ctx);
void fz_rethrow(fz_context *ctx);

#define fz_try(ctx) if (!setjmp(*fz_push_try(ctx))) if (fz_do_try(ctx)) do
#define fz_always(ctx) while (0); if (fz_do_always(ctx)) do
#define fz_catch(ctx) while (0); if (fz_do_catch(ctx))

/* Documents and pages. pdf_document begins with an fz_document. */
fz_document *pdf_open_document(fz_context *ctx, const char *path);
void fz_drop_document(fz_context *ctx, fz_document *doc);
int fz_needs_password(fz_context *ctx, fz_document *doc);
int fz_authenticate_password(fz_context *ctx, fz_document *doc, const char *password);
int fz_count_pages(fz_context *ctx, fz_document *doc);
fz_page *fz_load_page(fz_context *ctx, fz_document *doc, int number);
void fz_drop_page(fz_context *ctx, fz_page *page);
fz_rect fz_bound_page(fz_context *ctx, fz_page *page);
void fz_run_page(fz_context *ctx, fz_page *page, fz_device *dev, fz_matrix transform, void *cookie);

/* Changing a PDF. pdf_page begins with an fz_page. */
typedef struct fz_buffer fz_buffer;
typedef struct pdf_obj pdf_obj;
fz_buffer *fz_new_buffer_from_copied_data(fz_context *ctx, const unsigned char *data, size_t size);
void fz_drop_buffer(fz_context *ctx, fz_buffer *buffer);
void pdf_page_transform(fz_context *ctx, fz_page *page, fz_rect *box, fz_matrix *to_page);
pdf_obj *pdf_lookup_page_obj(fz_context *ctx, fz_document *doc, int number);
pdf_obj *pdf_new_dict(fz_context *ctx, fz_document *doc, int capacity);
pdf_obj *pdf_new_array(fz_context *ctx, fz_document *doc, int capacity);
pdf_obj *pdf_new_name(fz_context *ctx, const char *name);
pdf_obj *pdf_new_int(fz_context *ctx, int64_t value);
pdf_obj *pdf_new_real(fz_context *ctx, float value);
pdf_obj *pdf_add_object_drop(fz_context *ctx, fz_document *doc, pdf_obj *obj);
pdf_obj *pdf_add_stream(fz_context *ctx, fz_document *doc, fz_buffer *data, pdf_obj *dict, int compressed);
void pdf_drop_obj(fz_context *ctx, pdf_obj *obj);
int pdf_is_array(fz_context *ctx, pdf_obj *obj);
int pdf_is_dict(fz_context *ctx, pdf_obj *obj);
int pdf_array_len(fz_context *ctx, pdf_obj *array);
pdf_obj *pdf_array_get(fz_context *ctx, pdf_obj *array, int i); /* borrowed */
void pdf_array_push(fz_context *ctx, pdf_obj *array, pdf_obj *item);
void pdf_array_push_drop(fz_context *ctx, pdf_obj *array, pdf_obj *item);
pdf_obj *pdf_dict_gets(fz_context *ctx, pdf_obj *dict, const char *key);             /* borrowed */
pdf_obj *pdf_dict_gets_inheritable(fz_context *ctx, pdf_obj *dict, const char *key); /* borrowed */
void pdf_dict_puts(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
void pdf_dict_puts_drop(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
/* pdf_write_options is larger than any version's and filled in by the library alone. */
typedef union { char room[4096]; void *aligned; } pdf_write_options;
pdf_write_options *pdf_parse_write_options(fz_context *ctx, pdf_write_options *options, const char *text);
int pdf_can_be_saved_incrementally(fz_context *ctx, fz_document *doc);
void pdf_save_document(fz_context *ctx, fz_document *doc, const char *path, const pdf_write_options *options);

/* Devices. */
void fz_close_device(fz_context *ctx, fz_device *dev);
void fz_drop_device(fz_context *ctx, fz_device *dev);

/* Drawing. */
fz_colorspace *fz_device_gray(fz_context *ctx);
fz_pixmap *fz_new_pixmap_with_bbox(fz_context *ctx, fz_colorspace *cs, fz_irect box, void *separations, int alpha);
void fz_drop_pixmap(fz_context *ctx, fz_pixmap *pix);
void fz_clear_pixmap_with_value(fz_context *ctx, fz_pixmap *pix, int value);
unsigned char *fz_pixmap_samples(fz_context *ctx, const fz_pixmap *pix);
int fz_pixmap_stride(fz_context *ctx, const fz_pixmap *pix);
fz_device *fz_new_draw_device(fz_context *ctx, fz_matrix transform, fz_pixmap *dest);

/* Structured text. */
enum { FZ_STEXT_PRESERVE_IMAGES = 4, FZ_STEXT_MEDIABOX_CLIP = 64 };
enum { FZ_STEXT_BLOCK_TEXT = 0, FZ_STEXT_BLOCK_IMAGE = 1 };

typedef struct { int flags; float scale; } fz_stext_options;

typedef struct fz_stext_char {
	int c, bidi, color;
	fz_point origin;
	fz_quad quad;
	float size;
	fz_font *font;
	struct fz_stext_char *next;
} fz_stext_char;

typedef struct fz_stext_line {
	int wmode;
	fz_point dir;
	fz_rect bbox;
	fz_stext_char *first_char, *last_char;
	struct fz_stext_line *prev, *next;
} fz_stext_line;

/* The head of fz_image: as far as its size in pixels. */
typedef struct {
	int refs;
	void (*drop)(void);
	int (*droppable)(void);
} fz_storable;
typedef struct {
	struct { fz_storable storable; short store_key_refs; } key_storable;
	int w, h;
} fz_image;

typedef struct fz_stext_block {
	int type;
	fz_rect bbox;
	union {
		struct { fz_stext_line *first_line, *last_line; } t;
		struct { fz_matrix transform; fz_image *image; } i;
	} u;
	struct fz_stext_block *prev, *next;
} fz_stext_block;

typedef struct {
	fz_pool *pool;
	fz_rect mediabox;
	fz_stext_block *first_block, *last_block;
} fz_stext_page;

fz_stext_page *fz_new_stext_page(fz_context *ctx, fz_rect mediabox);
void fz_drop_stext_page(fz_context *ctx, fz_stext_page *page);
fz_device *fz_new_stext_device(fz_context *ctx, fz_stext_page *page, const fz_stext_options *options);

#endif
