/* Opens, reads and draws PDFs: no exception of MuPDF leaves this file. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>

enum { STORE_BYTES = 64 << 20 }; /* MuPDF's cache of decoded fonts and images */

static void complain(void *user, const char *message)
{
	(void)message;
	((bridge_doc *)user)->complaints++;
}

int bridge_failed(bridge_doc *d)
{
	snprintf(d->message, sizeof d->message, "%s", fz_caught_message(d->ctx));
	fz_ignore_error(d->ctx);
	return 0;
}

bridge_doc *bridge_new(void)
{
	bridge_doc *d = calloc(1, sizeof *d);
	if (!d)
		return NULL;
	d->ctx = fz_new_context(NULL, NULL, STORE_BYTES);
	if (!d->ctx) {
		free(d);
		return NULL;
	}
	fz_set_warning_callback(d->ctx, complain, d);
	fz_set_error_callback(d->ctx, complain, d);
	return d;
}

void bridge_close(bridge_doc *d)
{
	if (!d)
		return;
	for (int i = 0; i < 256; i++)
		pdf_drop_obj(d->ctx, d->fonts[i]);
	fz_drop_document(d->ctx, d->doc);
	fz_drop_buffer(d->ctx, d->file);
	fz_drop_context(d->ctx);
	free(d);
}

int bridge_open(bridge_doc *d, const char *path, const char *password, int *pages)
{
	fz_context *ctx = d->ctx;
	int state = BRIDGE_OPEN;
	fz_var(state);
	fz_try(ctx) {
		d->doc = (fz_document *)pdf_open_document(ctx, path);
		if (fz_needs_password(ctx, d->doc) && !fz_authenticate_password(ctx, d->doc, password))
			state = BRIDGE_LOCKED;
		else
			*pages = fz_count_pages(ctx, d->doc);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return state;
}

int bridge_bounds(bridge_doc *d, int number, fz_rect *bounds)
{
	fz_context *ctx = d->ctx;
	fz_page *page = NULL;
	fz_var(page);
	fz_try(ctx) {
		page = fz_load_page(ctx, d->doc, number);
		*bounds = fz_bound_page(ctx, page);
	}
	fz_always(ctx)
		fz_drop_page(ctx, page);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

/*
 * fz_new_stext_page_from_page would leave out annotations and form fields. The
 * text ends at the edges of the page; FZ_STEXT_CLIP would also drop the text
 * outside of a clipping path.
 */
fz_stext_page *bridge_text(bridge_doc *d, int number, bridge_paints *noted)
{
	fz_stext_options options = {.flags = FZ_STEXT_PRESERVE_IMAGES | FZ_STEXT_CLIP_RECT | FZ_STEXT_COLLECT_VECTORS | FZ_STEXT_LAZY_VECTORS,
		.scale = 1};
	fz_context *ctx = d->ctx;
	fz_page *page = NULL;
	fz_stext_page *text = NULL;
	fz_device *device = NULL, *noting = NULL;
	fz_var(page);
	fz_var(text);
	fz_var(device);
	fz_var(noting);
	fz_try(ctx) {
		page = fz_load_page(ctx, d->doc, number);
		options.clip = fz_bound_page(ctx, page);
		text = fz_new_stext_page(ctx, options.clip);
		device = fz_new_stext_device(ctx, text, &options);
		noting = bridge_note_paints(ctx, device, noted);
		fz_run_page(ctx, page, noting, fz_identity, NULL);
		fz_close_device(ctx, noting);
	}
	fz_always(ctx) {
		fz_drop_device(ctx, noting);
		fz_drop_device(ctx, device);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx) {
		bridge_failed(d);
		fz_drop_stext_page(ctx, text);
		return NULL;
	}
	return text;
}

fz_pixmap *bridge_canvas(fz_context *ctx, int width, int height, int colour, unsigned char *samples)
{
	fz_pixmap *pixmap = colour ? fz_new_pixmap_with_data(ctx, fz_device_rgb(ctx), width, height, NULL, 1, 4 * width, samples)
		: fz_new_pixmap_with_data(ctx, fz_device_gray(ctx), width, height, NULL, 0, width, samples);
	fz_clear_pixmap_with_value(ctx, pixmap, 255);
	return pixmap;
}

int bridge_draw(bridge_doc *d, int number, float scale_x, float scale_y, int width, int height, int colour, unsigned char *samples)
{
	fz_context *ctx = d->ctx;
	fz_page *page = NULL;
	fz_pixmap *pixmap = NULL;
	fz_device *device = NULL;
	fz_var(page);
	fz_var(pixmap);
	fz_var(device);
	fz_try(ctx) {
		page = fz_load_page(ctx, d->doc, number);
		fz_rect bounds = fz_bound_page(ctx, page);
		pixmap = bridge_canvas(ctx, width, height, colour, samples);
		device = fz_new_draw_device(ctx, fz_pre_translate(fz_scale(scale_x, scale_y), -bounds.x0, -bounds.y0), pixmap);
		fz_run_page(ctx, page, device, fz_identity, NULL);
		fz_close_device(ctx, device);
	}
	fz_always(ctx) {
		fz_drop_device(ctx, device);
		fz_drop_pixmap(ctx, pixmap);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}
