/* Notes what covers the text of a page, and in which colour each text is drawn. */
#include "bridge.h"

enum { LEAST_SIDE = 3, MOST_PAINTS = 500, MOST_TEXTS = 1 << 20, OPAQUE = 243 /* of 255 */ };

/* It passes everything on, but the colour of a text is its number in texts: a character keeps it as argb. */
typedef struct {
	fz_device super;
	bridge_paints *noted;
} paint_device;

static uint32_t in_rgb(fz_context *ctx, fz_colorspace *space, const float *color, fz_color_params params)
{
	float rgb[3] = {0};
	if (space && color)
		fz_convert_color(ctx, space, color, fz_device_rgb(ctx), rgb, NULL, params);
	uint32_t all = 0;
	for (int i = 0; i < 3; i++)
		all = all << 8 | (uint32_t)(255 * fz_clamp(rgb[i], 0, 1) + 0.5f);
	return all;
}

/* Rules and dots cover no word. */
static void note_paint(fz_context *ctx, fz_device *dev, fz_rect box, int kind, uint32_t rgb, float alpha)
{
	bridge_paints *p = ((paint_device *)dev)->noted;
	box = fz_intersect_rect(box, fz_device_current_scissor(ctx, dev));
	if (255 * alpha < OPAQUE || box.x1 - box.x0 < LEAST_SIDE || box.y1 - box.y0 < LEAST_SIDE)
		return;
	if (p->count == MOST_PAINTS) {
		p->more = 1;
		return;
	}
	if (!p->paints)
		p->paints = fz_malloc_array(ctx, MOST_PAINTS, bridge_paint);
	p->paints[p->count++] = (bridge_paint){box, kind, rgb};
}

/* note_text returns the number of a text in the form of a colour. */
static void note_text(fz_context *ctx, fz_device *dev, uint32_t rgb, float alpha, float *number)
{
	bridge_paints *p = ((paint_device *)dev)->noted;
	bridge_paint_text text = {rgb, alpha, p->count};
	bridge_paint_text *last = p->text_count ? &p->texts[p->text_count - 1] : NULL;
	if (!last || ((last->rgb != text.rgb || last->alpha != text.alpha || last->before != text.before) && p->text_count < MOST_TEXTS)) {
		if (p->text_count == p->text_room) {
			int room = p->text_room ? 2 * p->text_room : 64;
			p->texts = fz_realloc_array(ctx, p->texts, room, bridge_paint_text);
			p->text_room = room;
		}
		p->texts[p->text_count++] = text;
	}
	for (int i = 0; i < 3; i++)
		number[i] = (p->text_count - 1 >> (16 - 8 * i) & 255) / 255.0f;
}

static void fill_text(fz_context *ctx, fz_device *dev, const fz_text *text, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	float number[3];
	note_text(ctx, dev, in_rgb(ctx, space, color, params), alpha, number);
	fz_fill_text(ctx, dev->passthrough, text, ctm, fz_device_rgb(ctx), number, 1, params);
}

static void stroke_text(fz_context *ctx, fz_device *dev, const fz_text *text, const fz_stroke_state *stroke, fz_matrix ctm,
	fz_colorspace *space, const float *color, float alpha, fz_color_params params)
{
	float number[3];
	note_text(ctx, dev, in_rgb(ctx, space, color, params), alpha, number);
	fz_stroke_text(ctx, dev->passthrough, text, stroke, ctm, fz_device_rgb(ctx), number, 1, params);
}

static void fill_path(fz_context *ctx, fz_device *dev, const fz_path *path, int even_odd, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	int kind = fz_path_is_rect(ctx, path, ctm) ? BRIDGE_RECTANGLE : BRIDGE_SHAPE;
	note_paint(ctx, dev, fz_bound_path(ctx, path, NULL, ctm), kind, in_rgb(ctx, space, color, params), alpha);
	fz_fill_path(ctx, dev->passthrough, path, even_odd, ctm, space, color, alpha, params);
}

static void fill_shade(fz_context *ctx, fz_device *dev, fz_shade *shade, fz_matrix ctm, float alpha, fz_color_params params)
{
	note_paint(ctx, dev, fz_bound_shade(ctx, shade, ctm), BRIDGE_SHAPE, 0, alpha);
	fz_fill_shade(ctx, dev->passthrough, shade, ctm, alpha, params);
}

static void fill_image(fz_context *ctx, fz_device *dev, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	note_paint(ctx, dev, fz_transform_rect(fz_unit_rect, ctm), BRIDGE_PICTURE, 0, alpha);
	fz_fill_image(ctx, dev->passthrough, image, ctm, alpha, params);
}

static void fill_image_mask(fz_context *ctx, fz_device *dev, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	note_paint(ctx, dev, fz_transform_rect(fz_unit_rect, ctm), BRIDGE_PICTURE, 0, alpha);
	fz_fill_image_mask(ctx, dev->passthrough, image, ctm, space, color, alpha, params);
}

fz_device *bridge_note_paints(fz_context *ctx, fz_device *target, bridge_paints *noted)
{
	paint_device *dev = (paint_device *)fz_new_passthrough_device_of_size(ctx, target, sizeof *dev);
	dev->noted = noted;
	dev->super.hints = target->hints;
	dev->super.fill_text = fill_text;
	dev->super.stroke_text = stroke_text;
	dev->super.fill_path = fill_path;
	dev->super.fill_shade = fill_shade;
	dev->super.fill_image = fill_image;
	dev->super.fill_image_mask = fill_image_mask;
	return &dev->super;
}

void bridge_drop_paints(bridge_doc *d, bridge_paints *noted)
{
	fz_free(d->ctx, noted->paints);
	fz_free(d->ctx, noted->texts);
	*noted = (bridge_paints){0};
}
