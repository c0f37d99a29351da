#include "network.h"

#include <string.h>

static inline void copy(int8_t *restrict to, const int8_t *restrict from, int n) {
	if (n == 1) // as in the first layer, where it is a pixel
		*to = *from;
	else
		memcpy(to, from, n);
}

// stack writes the surroundings of a step, column by column; right and bottom
// are the last ones of the picture, beyond it is noise.
static inline void stack(const struct convolve *c, const struct network_io *in, struct network_io *out, int t, int x, int y, int right, int bottom) {
	int n = c->network.inputs, line = in->map.step[HEIGHT];
	int8_t *to = row(out, t);
	if (x >= c->half_x && x + c->half_x <= right && y >= c->half_y && y + c->half_y <= bottom) {
		for (int i = -c->half_x; i <= c->half_x; i++)
			for (int j = -c->half_y; j <= c->half_y; j++, to += n)
				copy(to, row(in, t + i + j * line), n);
		return;
	}
	for (int i = -c->half_x; i <= c->half_x; i++)
		for (int j = -c->half_y; j <= c->half_y; j++, to += n)
			if (x + i < 0 || x + i > right || y + j < 0 || y + j > bottom)
				library.randomize(out, t, to - row(out, t), n, c->network.randomizer);
			else
				copy(to, row(in, t + i + j * line), n);
}

REPLACES void CONVOLVE(const struct convolve *c, bool debug, const struct network_io *in, const void *transposed, void *scratch, struct network_io *out) {
	if (!library.known || debug || !in->of_bytes) {
		library.convolve(c, debug, in, transposed, scratch, out);
		return;
	}
	library.resize(out, true, &in->map, c->network.outputs);
	struct place p = {.map = &out->map};
	do { // a line of a picture
		int right = last(&p, WIDTH), bottom = last(&p, HEIGHT);
		for (int x = 0; x <= right; x++)
			stack(c, in, out, p.t + x, x, p.at[HEIGHT], right, bottom);
		p.at[WIDTH] = right;
		p.t += right;
	} while (INCREMENT(&p));
}
