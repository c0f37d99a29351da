#define _GNU_SOURCE
#include "network.h"

#include <dlfcn.h>
#include <string.h>
#include <tesseract/capi.h>

// Between its products of matrices, Tesseract's network moves numbers about one
// at a time, asks at each whether its place exists, and guesses the sign of each
// in vain: half of a page's time. What stands in its place in this file,
// convolve.c and lstm.c computes the same to the bit, a row at once. It knows how the library lays its
// objects out: of another version or processor than those it was compared with, the library's own is called.

#pragma GCC optimize("no-trapping-math") // rounds many numbers at once

struct library library;

#define QUOTED(name) #name
#define NEXT(name) dlsym(RTLD_NEXT, QUOTED(name))

__attribute__((constructor)) static void find_library(void) {
	void *found[] = {
		library.add_offset = NEXT(ADD_OFFSET),
		library.increment = NEXT(INCREMENT),
		library.write_part = NEXT(WRITE_PART),
		library.maxpool = NEXT(MAXPOOL),
		library.convolve = NEXT(CONVOLVE),
		library.lstm = NEXT(LSTM),
		library.activate = NEXT(ACTIVATE),
		library.resize = NEXT(_ZN9tesseract9NetworkIO11ResizeToMapEbRKNS_9StrideMapEi),
		library.resize_to_one = NEXT(_ZN9tesseract9NetworkIO10ResizeXTo1ERKS0_i),
		library.resize_lstm = NEXT(_ZN9tesseract4LSTM13ResizeForwardERKNS_9NetworkIOE),
		library.randomize = NEXT(_ZN9tesseract9NetworkIO9RandomizeEiiiPNS_5TRandE),
		library.multiply = NEXT(_ZNK9tesseract12WeightMatrix15MatrixDotVectorEPKaPf),
		(void *)(library.tanh = NEXT(_ZN9tesseract9TanhTableE)),
		(void *)(library.logistic = NEXT(_ZN9tesseract13LogisticTableE)),
	};
#if defined(__x86_64__)
	library.known = strcmp(TessVersion(), "5.3.0") == 0;
#endif
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++)
		library.known = library.known && found[i];
	if (library.known)
		make_tables();
}

static inline bool within(const struct place *p, enum dimension d) { return p->at[d] >= 0 && p->at[d] <= last(p, d); }

REPLACES bool ADD_OFFSET(struct place *p, int offset, enum dimension d) {
	if (!library.known)
		return library.add_offset(p, offset, d);
	p->at[d] += offset;
	p->t += offset * p->map->step[d];
	return within(p, BATCH) && within(p, HEIGHT) && within(p, WIDTH);
}

REPLACES bool INCREMENT(struct place *p) {
	if (!library.known)
		return library.increment(p);
	for (int d = WIDTH; d >= BATCH; d--) {
		if (p->at[d] != last(p, d)) {
			p->t += p->map->step[d];
			p->at[d]++;
			return true;
		}
		p->t -= p->map->step[d] * p->at[d];
		p->at[d] = 0;
	}
	return false;
}

// WRITE_PART rounds numbers from −1 to 1 to bytes.
REPLACES void WRITE_PART(struct network_io *io, int t, int offset, int n, const float *restrict from) {
	if (!library.known || !io->of_bytes) {
		library.write_part(io, t, offset, n, from);
		return;
	}
	int8_t *restrict to = row(io, t) + offset;
	for (int i = 0; i < n; i++) {
		float v = from[i] * INT8_MAX;
		v = v > -INT8_MAX ? v : -INT8_MAX;
		v = v < INT8_MAX ? v : INT8_MAX;
		to[i] = (int8_t)(int)(v + __builtin_copysignf(.5f, v));
	}
}

// MAXPOOL keeps the greater of each pair. Where it came from is asked in training alone.
REPLACES void MAXPOOL(struct network_io *io, int t, const struct network_io *source, int source_t, int *origin) {
	if (!library.known || !io->of_bytes || !source->of_bytes) {
		library.maxpool(io, t, source, source_t, origin);
		return;
	}
	int8_t *restrict to = row(io, t);
	const int8_t *restrict from = row(source, source_t);
	for (int i = 0; i < io->bytes.features; i++)
		to[i] = from[i] > to[i] ? from[i] : to[i];
}
