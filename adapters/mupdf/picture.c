/* Measures and draws files that are an image, or several (TIFF), and puts them into a PDF. */
#include "bridge.h"

#include <string.h>

/* Of the library, in no header of its own. */
void fz_load_tiff_info_subimage(fz_context *ctx, const unsigned char *data, size_t length,
	int *width, int *height, int *xres, int *yres, fz_colorspace **space, int number);

/* Renames the colour profiles of a PNG to a chunk that MuPDF skips: text needs none, and a megabyte unpacks to a
   gigabyte, at each look at the image. */
static void hide_profiles(unsigned char *data, size_t length)
{
	size_t at = 8; /* behind the signature: chunks of length, type, data and checksum */
	if (length < at || memcmp(data, "\x89PNG\r\n\x1a\n", at))
		return;
	while (length - at >= 12) {
		size_t size = (size_t)data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
		if (!memcmp(data + at + 4, "iCCP", 4))
			memcpy(data + at + 4, "skIP", 4);
		if (size > length - at - 12)
			return;
		at += size + 12;
	}
}

int bridge_open_pictures(bridge_doc *d, const char *path, int64_t offset, size_t length, int tiff, int *count)
{
	fz_context *ctx = d->ctx;
	fz_stream *file = NULL, *part = NULL;
	fz_var(file);
	fz_var(part);
	fz_drop_buffer(ctx, d->file);
	d->file = NULL;
	fz_try(ctx) {
		unsigned char *data;
		file = fz_open_file(ctx, path);
		part = fz_open_null_filter(ctx, file, length, offset);
		d->file = fz_read_all(ctx, part, length);
		d->tiff = tiff;
		*count = 1;
		length = fz_buffer_storage(ctx, d->file, &data);
		hide_profiles(data, length);
		if (tiff) {
			*count = fz_load_tiff_subimage_count(ctx, data, length);
		}
	}
	fz_always(ctx) {
		fz_drop_stream(ctx, part);
		fz_drop_stream(ctx, file);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

int bridge_measure_picture(bridge_doc *d, int number, bridge_picture *picture)
{
	fz_context *ctx = d->ctx;
	fz_image *image = NULL;
	fz_colorspace *space = NULL;
	fz_var(image);
	fz_var(space);
	fz_try(ctx) {
		if (d->tiff) {
			unsigned char *data;
			size_t length = fz_buffer_storage(ctx, d->file, &data);
			fz_load_tiff_info_subimage(ctx, data, length, &picture->width, &picture->height,
				&picture->xres, &picture->yres, &space, number);
			picture->on_side = 0;
		} else {
			image = fz_new_image_from_buffer(ctx, d->file);
			picture->width = image->w;
			picture->height = image->h;
			fz_image_resolution(image, &picture->xres, &picture->yres);
			uint8_t orientation = fz_image_orientation(ctx, image);
			picture->on_side = orientation != 0 && orientation % 2 == 0;
		}
	}
	fz_always(ctx) {
		fz_drop_colorspace(ctx, space);
		fz_drop_image(ctx, image);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

/* The caller drops what it returns. */
static fz_image *load_picture(bridge_doc *d, int number)
{
	fz_context *ctx = d->ctx;
	fz_pixmap *decoded = NULL;
	fz_image *image = NULL;
	unsigned char *data;
	if (!d->tiff)
		return fz_new_image_from_buffer(ctx, d->file);
	fz_var(decoded);
	fz_var(image);
	fz_try(ctx) {
		size_t length = fz_buffer_storage(ctx, d->file, &data);
		decoded = fz_load_tiff_subimage(ctx, data, length, number);
		image = fz_new_image_from_pixmap(ctx, decoded, NULL);
	}
	fz_always(ctx)
		fz_drop_pixmap(ctx, decoded);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return image;
}

int bridge_draw_picture(bridge_doc *d, int number, int width, int height, int colour, unsigned char *samples)
{
	fz_context *ctx = d->ctx;
	fz_image *image = NULL;
	fz_pixmap *pixmap = NULL;
	fz_device *device = NULL;
	fz_var(image);
	fz_var(pixmap);
	fz_var(device);
	fz_try(ctx) {
		image = load_picture(d, number);
		pixmap = bridge_canvas(ctx, width, height, colour, samples);
		device = fz_new_draw_device(ctx, fz_identity, pixmap);
		fz_fill_image(ctx, device, image, fz_post_scale(fz_image_orientation_matrix(ctx, image), width, height),
			1, fz_default_color_params);
		fz_close_device(ctx, device);
	}
	fz_always(ctx) {
		fz_drop_device(ctx, device);
		fz_drop_pixmap(ctx, pixmap);
		fz_drop_image(ctx, image);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

int bridge_make_pdf(bridge_doc *d)
{
	fz_context *ctx = d->ctx;
	fz_try(ctx)
		d->doc = (fz_document *)pdf_create_document(ctx);
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}

/* A page of a TIFF goes into the PDF as a JPEG: MuPDF would keep its pixels uncompressed until all is saved. */
static fz_image *compressed_picture(bridge_doc *d, int number)
{
	enum { QUALITY = 90 };
	fz_context *ctx = d->ctx;
	fz_image *image = load_picture(d, number), *compressed = NULL;
	fz_pixmap *pixmap = NULL;
	fz_buffer *jpeg = NULL;
	if (!d->tiff)
		return image;
	fz_var(compressed);
	fz_var(pixmap);
	fz_var(jpeg);
	fz_try(ctx) {
		pixmap = fz_get_pixmap_from_image(ctx, image, NULL, NULL, NULL, NULL);
		jpeg = fz_new_buffer_from_pixmap_as_jpeg(ctx, pixmap, fz_default_color_params, QUALITY, 0);
		compressed = fz_new_image_from_buffer(ctx, jpeg);
	}
	fz_always(ctx) {
		fz_drop_buffer(ctx, jpeg);
		fz_drop_pixmap(ctx, pixmap);
		fz_drop_image(ctx, image);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
	return compressed;
}

int bridge_add_picture(bridge_doc *d, int number, float width, float height)
{
	fz_context *ctx = d->ctx;
	pdf_document *doc = pdf_document_from_fz_document(ctx, d->doc);
	fz_image *image = NULL;
	fz_buffer *content = NULL;
	pdf_obj *resources = NULL, *page = NULL;
	fz_var(image);
	fz_var(content);
	fz_var(resources);
	fz_var(page);
	fz_try(ctx) {
		image = compressed_picture(d, number);
		/* In a PDF both the image and the page have their origin below. */
		fz_matrix m = fz_post_scale(fz_image_orientation_matrix(ctx, image), width, height);
		content = fz_new_buffer(ctx, 128);
		fz_append_printf(ctx, content, "q %g %g %g %g %g %g cm /I Do Q\n",
			m.a, -m.b, -m.c, m.d, m.c + m.e, height - m.d - m.f);
		resources = pdf_new_dict(ctx, doc, 1);
		pdf_obj *images = pdf_new_dict(ctx, doc, 1);
		pdf_dict_puts_drop(ctx, resources, "XObject", images);
		pdf_dict_puts_drop(ctx, images, "I", pdf_add_image(ctx, doc, image));
		page = pdf_add_page(ctx, doc, fz_make_rect(0, 0, width, height), 0, resources, content);
		pdf_insert_page(ctx, doc, -1, page);
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, page);
		pdf_drop_obj(ctx, resources);
		fz_drop_buffer(ctx, content);
		fz_drop_image(ctx, image);
	}
	fz_catch(ctx)
		return bridge_failed(d);
	return 1;
}
