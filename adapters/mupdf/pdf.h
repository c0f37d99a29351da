/*
 * What the C files of this package call of MuPDF's PDF functions. go-fitz ships
 * MuPDF's headers of the folder fitz and not those of pdf. Two things are known
 * of layouts: a pdf_document begins with its fz_document, and
 * pdf_write_options is smaller than the room here.
 */
#ifndef COTEJO_PDF_H
#define COTEJO_PDF_H

#include <mupdf/fitz.h>

#if FZ_VERSION_MAJOR != 1 || FZ_VERSION_MINOR != 28
#error "pdf.h declares the functions of MuPDF 1.28: compare it with include/mupdf/pdf of this version"
#endif

typedef struct pdf_document pdf_document;
typedef struct pdf_page pdf_page;
typedef struct pdf_obj pdf_obj;

pdf_document *pdf_create_document(fz_context *ctx);
pdf_document *pdf_open_document(fz_context *ctx, const char *path);
pdf_document *pdf_open_document_with_stream(fz_context *ctx, fz_stream *stream);
pdf_document *pdf_document_from_fz_document(fz_context *ctx, fz_document *doc);
pdf_page *pdf_page_from_fz_page(fz_context *ctx, fz_page *page);
void pdf_page_transform(fz_context *ctx, pdf_page *page, fz_rect *mediabox, fz_matrix *ctm);
pdf_obj *pdf_trailer(fz_context *ctx, pdf_document *doc);
pdf_obj *pdf_lookup_page_obj(fz_context *ctx, pdf_document *doc, int number);
pdf_obj *pdf_lookup_dest(fz_context *ctx, pdf_document *doc, pdf_obj *name);
int pdf_xref_len(fz_context *ctx, pdf_document *doc); /* above all object numbers */
pdf_obj *pdf_load_object(fz_context *ctx, pdf_document *doc, int number); /* the caller drops it */
fz_stream *pdf_open_contents_stream(fz_context *ctx, pdf_document *doc, pdf_obj *contents); /* of one stream or an array of them */

/* What a function named get returns is borrowed; one named drop takes the object over. */
pdf_obj *pdf_new_dict(fz_context *ctx, pdf_document *doc, int capacity);
pdf_obj *pdf_new_array(fz_context *ctx, pdf_document *doc, int capacity);
pdf_obj *pdf_new_name(fz_context *ctx, const char *name);
pdf_obj *pdf_new_int(fz_context *ctx, int64_t value);
pdf_obj *pdf_new_real(fz_context *ctx, float value);
pdf_obj *pdf_add_object_drop(fz_context *ctx, pdf_document *doc, pdf_obj *obj);
pdf_obj *pdf_add_stream(fz_context *ctx, pdf_document *doc, fz_buffer *data, pdf_obj *dict, int compressed);
pdf_obj *pdf_add_image(fz_context *ctx, pdf_document *doc, fz_image *image);
pdf_obj *pdf_add_page(fz_context *ctx, pdf_document *doc, fz_rect mediabox, int rotate, pdf_obj *resources, fz_buffer *contents);
void pdf_insert_page(fz_context *ctx, pdf_document *doc, int at, pdf_obj *page);
pdf_obj *pdf_keep_obj(fz_context *ctx, pdf_obj *obj);
void pdf_drop_obj(fz_context *ctx, pdf_obj *obj);
int pdf_is_indirect(fz_context *ctx, pdf_obj *obj);
int pdf_to_num(fz_context *ctx, pdf_obj *obj); /* 0 for one that is not indirect */
int pdf_is_name(fz_context *ctx, pdf_obj *obj);
int pdf_is_string(fz_context *ctx, pdf_obj *obj);
int pdf_is_number(fz_context *ctx, pdf_obj *obj);
int pdf_is_stream(fz_context *ctx, pdf_obj *obj);
int pdf_is_array(fz_context *ctx, pdf_obj *obj);
int pdf_is_dict(fz_context *ctx, pdf_obj *obj);
int pdf_to_bool(fz_context *ctx, pdf_obj *obj);
const char *pdf_to_name(fz_context *ctx, pdf_obj *obj); /* "" for another kind of object, as the next one */
const char *pdf_to_text_string(fz_context *ctx, pdf_obj *text); /* UTF-8, which the object keeps */
int pdf_array_len(fz_context *ctx, pdf_obj *array);
pdf_obj *pdf_array_get(fz_context *ctx, pdf_obj *array, int i);
int pdf_array_contains(fz_context *ctx, pdf_obj *array, pdf_obj *item);
void pdf_array_push(fz_context *ctx, pdf_obj *array, pdf_obj *item);
void pdf_array_push_drop(fz_context *ctx, pdf_obj *array, pdf_obj *item);
int pdf_dict_len(fz_context *ctx, pdf_obj *dict);
pdf_obj *pdf_dict_get_key(fz_context *ctx, pdf_obj *dict, int i);
pdf_obj *pdf_dict_get_val(fz_context *ctx, pdf_obj *dict, int i);
pdf_obj *pdf_dict_gets(fz_context *ctx, pdf_obj *dict, const char *key);
pdf_obj *pdf_dict_gets_inheritable(fz_context *ctx, pdf_obj *dict, const char *key);
void pdf_dict_puts(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
void pdf_dict_puts_drop(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
void pdf_dict_dels(fz_context *ctx, pdf_obj *dict, const char *key);

/* The library alone fills it in and reads it. */
typedef union { char room[4096]; void *aligned; } pdf_write_options;
pdf_write_options *pdf_parse_write_options(fz_context *ctx, pdf_write_options *options, const char *text);
int pdf_can_be_saved_incrementally(fz_context *ctx, pdf_document *doc);
void pdf_write_document(fz_context *ctx, pdf_document *doc, fz_output *out, const pdf_write_options *options);

#endif
