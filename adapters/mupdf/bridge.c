/* Calls into MuPDF: no exception of it leaves this file. */
#include "bridge.h"
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STORE_BYTES = 64 << 20, /* MuPDF's cache of decoded fonts and images */
	MAX_CHARS = 1 << 20,    /* of one page's text layer; what follows is ignored */
	MAX_IMAGES = 1 << 14,
};

static void silent(void *user, const char *message) { (void)user; (void)message; }

/* Keeps the caught exception's message; every failing function ends with it. */
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
	d->ctx = fz_new_context_imp(NULL, NULL, STORE_BYTES, COTEJO_FITZ_VERSION);
	if (!d->ctx) {
		free(d);
		return NULL;
	}
	fz_set_warning_callback(d->ctx, silent, NULL);
	fz_set_error_callback(d->ctx, silent, NULL);
	return d;
}

const char *bridge_message(bridge_doc *d) { return d->message; }

int bridge_open(bridge_doc *d, const char *path)
{
	fz_context *ctx = d->ctx;
	fz_try(ctx)
		d->doc = pdf_open_document(ctx, path);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

int bridge_needs_password(bridge_doc *d)
{
	fz_context *ctx = d->ctx;
	volatile int needed = 0;
	fz_try(ctx)
		needed = fz_needs_password(ctx, d->doc);
	fz_catch(ctx)
		return bridge_failed(d);
	return needed;
}

int bridge_authenticate(bridge_doc *d, const char *password)
{
	fz_context *ctx = d->ctx;
	volatile int opened = 0;
	fz_try(ctx)
		opened = fz_authenticate_password(ctx, d->doc, password);
	fz_catch(ctx)
		return bridge_failed(d);
	return opened;
}

int bridge_pages(bridge_doc *d, int *pages)
{
	fz_context *ctx = d->ctx;
	fz_try(ctx)
		*pages = fz_count_pages(ctx, d->doc);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

int bridge_size(bridge_doc *d, int number, float *width, float *height)
{
	fz_context *ctx = d->ctx;
	fz_page *volatile page = NULL;
	fz_try(ctx) {
		page = fz_load_page(ctx, d->doc, number);
		fz_rect box = fz_bound_page(ctx, page);
		*width = box.x1 - box.x0;
		*height = box.y1 - box.y0;
	}
	fz_always(ctx)
		fz_drop_page(ctx, page);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

static float least(float a, float b, float c, float d)
{
	float p = a < b ? a : b, q = c < d ? c : d;
	return p < q ? p : q;
}

static float most(float a, float b, float c, float d)
{
	float p = a > b ? a : b, q = c > d ? c : d;
	return p > q ? p : q;
}

/* Copies the structured text out of MuPDF's memory; 0 without memory. */
static int flatten(const fz_stext_page *text, fz_rect box, bridge_layer *out)
{
	int chars = 0, images = 0;
	for (fz_stext_block *b = text->first_block; b; b = b->next) {
		if (b->type == FZ_STEXT_BLOCK_IMAGE && images < MAX_IMAGES)
			images++;
		if (b->type != FZ_STEXT_BLOCK_TEXT)
			continue;
		for (fz_stext_line *l = b->u.t.first_line; l; l = l->next)
			for (fz_stext_char *c = l->first_char; c && chars < MAX_CHARS; c = c->next)
				chars++;
	}
	out->at_chars = malloc((chars + 1) * sizeof *out->at_chars);
	out->at_images = malloc((images + 1) * sizeof *out->at_images);
	if (!out->at_chars || !out->at_images)
		return 0;
	for (fz_stext_block *b = text->first_block; b; b = b->next) {
		if (b->type == FZ_STEXT_BLOCK_IMAGE && out->images < images) {
			fz_image *image = b->u.i.image;
			bridge_image *to = &out->at_images[out->images++];
			to->x0 = b->bbox.x0 - box.x0, to->y0 = b->bbox.y0 - box.y0;
			to->x1 = b->bbox.x1 - box.x0, to->y1 = b->bbox.y1 - box.y0;
			to->pixels_x = image ? image->w : 0, to->pixels_y = image ? image->h : 0;
		}
		if (b->type != FZ_STEXT_BLOCK_TEXT)
			continue;
		int starts = BRIDGE_BLOCK;
		for (fz_stext_line *l = b->u.t.first_line; l; l = l->next) {
			for (fz_stext_char *c = l->first_char; c && out->chars < chars; c = c->next) {
				bridge_char *to = &out->at_chars[out->chars++];
				fz_quad q = c->quad;
				to->rune = c->c;
				to->starts = starts;
				to->x0 = least(q.ul.x, q.ur.x, q.ll.x, q.lr.x) - box.x0;
				to->x1 = most(q.ul.x, q.ur.x, q.ll.x, q.lr.x) - box.x0;
				to->y0 = least(q.ul.y, q.ur.y, q.ll.y, q.lr.y) - box.y0;
				to->y1 = most(q.ul.y, q.ur.y, q.ll.y, q.lr.y) - box.y0;
				starts = 0;
			}
			starts = BRIDGE_LINE;
		}
	}
	return 1;
}

int bridge_read_layer(bridge_doc *d, int number, bridge_layer *out)
{
	fz_context *ctx = d->ctx;
	fz_page *volatile page = NULL;
	fz_stext_page *volatile text = NULL;
	fz_device *volatile dev = NULL;
	volatile int ok = 0;
	memset(out, 0, sizeof *out);
	fz_try(ctx) {
		fz_matrix identity = {1, 0, 0, 1, 0, 0};
		fz_stext_options options = {FZ_STEXT_PRESERVE_IMAGES | FZ_STEXT_MEDIABOX_CLIP, 1};
		page = fz_load_page(ctx, d->doc, number);
		fz_rect box = fz_bound_page(ctx, page);
		out->width = box.x1 - box.x0;
		out->height = box.y1 - box.y0;
		text = fz_new_stext_page(ctx, box);
		dev = fz_new_stext_device(ctx, text, &options);
		fz_run_page(ctx, page, dev, identity, NULL);
		fz_close_device(ctx, dev);
		ok = flatten(text, box, out);
		if (!ok)
			snprintf(d->message, sizeof d->message, "out of memory");
	}
	fz_always(ctx) {
		fz_drop_device(ctx, dev);
		fz_drop_stext_page(ctx, text);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx)
		ok = bridge_failed(d);
	if (!ok) {
		free(out->at_chars);
		free(out->at_images);
		memset(out, 0, sizeof *out);
	}
	return ok;
}

int bridge_render(bridge_doc *d, int number, float scale_x, float scale_y, int width, int height, bridge_picture *out)
{
	fz_context *ctx = d->ctx;
	fz_page *volatile page = NULL;
	fz_pixmap *volatile pix = NULL;
	fz_device *volatile dev = NULL;
	unsigned char *volatile samples = NULL;
	memset(out, 0, sizeof *out);
	samples = malloc((size_t)width * height);
	if (!samples) {
		snprintf(d->message, sizeof d->message, "out of memory");
		return 0;
	}
	fz_try(ctx) {
		fz_irect area = {0, 0, width, height};
		page = fz_load_page(ctx, d->doc, number);
		fz_rect box = fz_bound_page(ctx, page);
		fz_matrix ctm = {scale_x, 0, 0, scale_y, -box.x0 * scale_x, -box.y0 * scale_y};
		pix = fz_new_pixmap_with_bbox(ctx, fz_device_gray(ctx), area, NULL, 0);
		fz_clear_pixmap_with_value(ctx, pix, 255);
		dev = fz_new_draw_device(ctx, ctm, pix);
		fz_matrix identity = {1, 0, 0, 1, 0, 0};
		fz_run_page(ctx, page, dev, identity, NULL);
		fz_close_device(ctx, dev);
		const unsigned char *from = fz_pixmap_samples(ctx, pix);
		int stride = fz_pixmap_stride(ctx, pix);
		for (int y = 0; y < height; y++)
			memcpy(samples + (size_t)y * width, from + (size_t)y * stride, width);
	}
	fz_always(ctx) {
		fz_drop_device(ctx, dev);
		fz_drop_pixmap(ctx, pix);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx) {
		free(samples);
		return bridge_failed(d);
	}
	out->width = width;
	out->height = height;
	out->samples = samples;
	return 1;
}

void bridge_free(void *p) { free(p); }

void bridge_close(bridge_doc *d)
{
	if (!d)
		return;
	bridge_drop_fonts(d);
	fz_drop_document(d->ctx, d->doc);
	fz_drop_context(d->ctx);
	free(d);
}
