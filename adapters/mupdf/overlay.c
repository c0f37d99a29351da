/* Adds text to pages and saves PDFs: no exception of MuPDF leaves this file. */
#include "bridge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pdf_document *pdf(bridge_doc *d) { return pdf_document_from_fz_document(d->ctx, d->doc); }

int bridge_transform(bridge_doc *d, int number, fz_matrix *matrix)
{
	fz_context *ctx = d->ctx;
	fz_page *page = NULL;
	fz_var(page);
	fz_try(ctx) {
		fz_rect mediabox;
		page = fz_load_page(ctx, d->doc, number);
		pdf_page_transform(ctx, pdf_page_from_fz_page(ctx, page), &mediabox, matrix);
		fz_rect bounds = fz_bound_page(ctx, page);
		matrix->e -= bounds.x0;
		matrix->f -= bounds.y0;
	}
	fz_always(ctx)
		fz_drop_page(ctx, page);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

/* Adds a stream; the caller drops what it returns. */
static pdf_obj *add_stream(fz_context *ctx, pdf_document *doc, const char *data, size_t length)
{
	pdf_obj *stream = NULL;
	fz_buffer *buffer = fz_new_buffer_from_copied_data(ctx, (const unsigned char *)data, length);
	fz_var(stream);
	fz_try(ctx)
		stream = pdf_add_stream(ctx, doc, buffer, NULL, 0);
	fz_always(ctx)
		fz_drop_buffer(ctx, buffer);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return stream;
}

static void put_numbers(fz_context *ctx, pdf_document *doc, pdf_obj *dict, const char *key, const float *values, int count)
{
	pdf_obj *array = pdf_new_array(ctx, doc, count);
	pdf_dict_puts_drop(ctx, dict, key, array);
	for (int i = 0; i < count; i++)
		pdf_array_push_drop(ctx, array, pdf_new_real(ctx, values[i]));
}

/*
 * A font of 256 blank characters, each half as wide as high: a Type 3 font,
 * which needs no font file. ToUnicode says what the codes stand for.
 */
static pdf_obj *new_font(fz_context *ctx, pdf_document *doc, int upper)
{
	static const char blank[] = "500 0 0 -200 500 800 d1\n";
	static const float matrix[] = {.001f, 0, 0, .001f, 0, 0}, box[] = {0, -200, 500, 800};
	char map[640];
	snprintf(map, sizeof map,
		"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Cotejo%02X def\n/CMapType 2 def\n"
		"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n1 beginbfrange\n<00> <FF> <%02X00>\nendbfrange\n"
		"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n", upper, upper);

	pdf_obj *font = pdf_new_dict(ctx, doc, 12);
	pdf_dict_puts_drop(ctx, font, "Type", pdf_new_name(ctx, "Font"));
	pdf_dict_puts_drop(ctx, font, "Subtype", pdf_new_name(ctx, "Type3"));
	put_numbers(ctx, doc, font, "FontMatrix", matrix, 6);
	put_numbers(ctx, doc, font, "FontBBox", box, 4);
	pdf_dict_puts_drop(ctx, font, "Resources", pdf_new_dict(ctx, doc, 1));
	pdf_obj *procs = pdf_new_dict(ctx, doc, 1);
	pdf_dict_puts_drop(ctx, font, "CharProcs", procs);
	pdf_dict_puts_drop(ctx, procs, "blank", add_stream(ctx, doc, blank, strlen(blank)));
	pdf_obj *encoding = pdf_new_dict(ctx, doc, 2);
	pdf_dict_puts_drop(ctx, font, "Encoding", encoding);
	pdf_dict_puts_drop(ctx, encoding, "Type", pdf_new_name(ctx, "Encoding"));
	pdf_obj *differences = pdf_new_array(ctx, doc, 257), *widths = pdf_new_array(ctx, doc, 256);
	pdf_dict_puts_drop(ctx, encoding, "Differences", differences);
	pdf_dict_puts_drop(ctx, font, "Widths", widths);
	pdf_array_push_drop(ctx, differences, pdf_new_int(ctx, 0));
	for (int code = 0; code < 256; code++) {
		pdf_array_push_drop(ctx, differences, pdf_new_name(ctx, "blank"));
		pdf_array_push_drop(ctx, widths, pdf_new_int(ctx, 500));
	}
	pdf_dict_puts_drop(ctx, font, "FirstChar", pdf_new_int(ctx, 0));
	pdf_dict_puts_drop(ctx, font, "LastChar", pdf_new_int(ctx, 255));
	pdf_dict_puts_drop(ctx, font, "ToUnicode", add_stream(ctx, doc, map, strlen(map)));
	return pdf_add_object_drop(ctx, doc, font);
}

/* Returns the dictionary under key, which it adds where it is missing. */
static pdf_obj *sub_dict(fz_context *ctx, pdf_document *doc, pdf_obj *dict, const char *key, int inheritable)
{
	pdf_obj *found = inheritable ? pdf_dict_gets_inheritable(ctx, dict, key) : pdf_dict_gets(ctx, dict, key);
	if (pdf_is_dict(ctx, found))
		return found;
	found = pdf_new_dict(ctx, doc, 4);
	pdf_dict_puts_drop(ctx, dict, key, found);
	return found;
}

int bridge_add_text(bridge_doc *d, int number, const char *content, size_t length, const unsigned char *fonts, int count)
{
	fz_context *ctx = d->ctx;
	pdf_document *doc = pdf(d);
	fz_try(ctx) {
		pdf_obj *page = pdf_lookup_page_obj(ctx, doc, number);
		pdf_obj *resources = sub_dict(ctx, doc, page, "Resources", 1);
		pdf_obj *named = sub_dict(ctx, doc, resources, "Font", 0);
		for (int i = 0; i < count; i++) {
			char name[16];
			snprintf(name, sizeof name, BRIDGE_FONT "%02X", fonts[i]);
			if (!d->fonts[fonts[i]])
				d->fonts[fonts[i]] = new_font(ctx, doc, fonts[i]);
			pdf_dict_puts(ctx, named, name, d->fonts[fonts[i]]);
		}
		/* The old content goes between q and Q, so that its transformations do not reach the text. */
		pdf_obj *drawn = pdf_dict_gets(ctx, page, "Contents");
		pdf_obj *contents = pdf_new_array(ctx, doc, 4);
		pdf_array_push_drop(ctx, contents, add_stream(ctx, doc, "q\n", 2));
		if (pdf_is_array(ctx, drawn))
			for (int i = 0; i < pdf_array_len(ctx, drawn); i++)
				pdf_array_push(ctx, contents, pdf_array_get(ctx, drawn, i));
		else if (drawn)
			pdf_array_push(ctx, contents, drawn);
		pdf_array_push_drop(ctx, contents, add_stream(ctx, doc, content, length));
		pdf_dict_puts_drop(ctx, page, "Contents", contents);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

int bridge_incremental(bridge_doc *d)
{
	fz_context *ctx = d->ctx;
	int can = 0;
	fz_var(can);
	fz_try(ctx)
		can = pdf_can_be_saved_incrementally(ctx, pdf(d));
	fz_catch(ctx)
		return bridge_failed(d);
	return can;
}

int bridge_save(bridge_doc *d, const char *path, int how)
{
	static const char *const options_text[] = {"", "incremental", "garbage=compact,encrypt=none"};
	fz_context *ctx = d->ctx;
	fz_output *out = NULL;
	FILE *file = NULL;
	fz_var(out);
	fz_var(file);
	fz_try(ctx) {
		pdf_write_options options;
		pdf_parse_write_options(ctx, &options, options_text[how]);
		file = fopen(path, how == BRIDGE_INCREMENTAL ? "r+b" : "w+b");
		if (!file || (how == BRIDGE_INCREMENTAL && fseek(file, 0, SEEK_END)))
			fz_throw(ctx, FZ_ERROR_SYSTEM, "cannot open the file to save to: %s", strerror(errno));
		out = fz_new_output_with_file_ptr(ctx, file);
		file = NULL; /* out closes it */
		pdf_write_document(ctx, pdf(d), out, &options);
		fz_close_output(ctx, out);
	}
	fz_always(ctx) {
		fz_drop_output(ctx, out);
		if (file)
			fclose(file);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}
