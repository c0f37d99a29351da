/* Lays out XHTML in the pages of a PDF: no exception of MuPDF leaves this file. */
#include "bridge.h"

/* Only this handler is registered: nothing else opens what the file holds. */
extern fz_document_handler html_document_handler;

enum { FONT_SIZE = 11 }; /* in points, where the document says nothing */

static void write_pages(fz_context *ctx, fz_document *from, fz_document_writer *to, int pages)
{
	for (int i = 0; i < pages; i++) {
		fz_page *page = fz_load_page(ctx, from, i);
		fz_try(ctx) {
			fz_device *device = fz_begin_page(ctx, to, fz_bound_page(ctx, page)); /* of the writer */
			fz_run_page(ctx, page, device, fz_identity, NULL);
			fz_end_page(ctx, to);
		}
		fz_always(ctx)
			fz_drop_page(ctx, page);
		fz_catch(ctx)
			fz_rethrow(ctx);
	}
}

int bridge_lay_out(bridge_doc *d, const char *path, const unsigned char *html, size_t length, float width, float height, int most, int *pages)
{
	fz_context *ctx = d->ctx;
	fz_archive *images = NULL;
	fz_buffer *text = NULL;
	fz_stream *stream = NULL;
	fz_document *from = NULL;
	fz_output *out = NULL;
	fz_document_writer *to = NULL;
	fz_var(images);
	fz_var(text);
	fz_var(stream);
	fz_var(from);
	fz_var(out);
	fz_var(to);
	fz_try(ctx) {
		fz_register_document_handler(ctx, &html_document_handler);
		if (*path)
			images = fz_open_zip_archive(ctx, path);
		text = fz_new_buffer_from_copied_data(ctx, html, length);
		stream = fz_open_buffer(ctx, text);
		from = fz_open_document_with_stream_and_dir(ctx, "text/html", stream, images);
		fz_layout_document(ctx, from, width, height, FONT_SIZE);
		d->file = fz_new_buffer(ctx, 64 << 10);
		out = fz_new_output_with_buffer(ctx, d->file);
		to = fz_new_pdf_writer_with_output(ctx, out, "compress");
		out = NULL; /* of the writer */
		*pages = fz_count_pages(ctx, from);
		write_pages(ctx, from, to, *pages < most ? *pages : most);
		fz_close_document_writer(ctx, to);
		fz_drop_stream(ctx, stream);
		stream = NULL;
		stream = fz_open_buffer(ctx, d->file);
		d->doc = (fz_document *)pdf_open_document_with_stream(ctx, stream);
		*pages = fz_count_pages(ctx, d->doc);
	}
	fz_always(ctx) {
		fz_drop_document_writer(ctx, to);
		fz_drop_output(ctx, out);
		fz_drop_document(ctx, from);
		fz_drop_stream(ctx, stream);
		fz_drop_buffer(ctx, text);
		fz_drop_archive(ctx, images);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}
