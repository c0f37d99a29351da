/* Tesseract's neural network as the library lays it out in memory, and what it
   has of functions. Names follow its source, src/lstm. */
#ifndef COTEJO_TESSERACT_NETWORK_H
#define COTEJO_TESSERACT_NETWORK_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inside.h"

enum dimension { BATCH, HEIGHT, WIDTH };

// stride_map (StrideMap): how a line's picture, or a batch of them, lies in a row of time steps.
struct stride_map {
	int shape[3]; // by dimension
	int step[3];
	const int *heights, *heights_end, *heights_room;
	const int *widths, *widths_end, *widths_room;
};

// place (StrideMap::Index) is a step of it.
struct place {
	const struct stride_map *map;
	int t; // its number
	int at[3];
};

// array (GENERIC_2D_ARRAY) has rows of bytes or floats.
struct array {
	const void *virtuals;
	void *values;
	int32_t empty, steps, features, room;
};

// network_io (NetworkIO) is what goes from layer to layer: floats, or bytes from −127 to 127 for −1 to 1.
struct network_io {
	struct array floats, bytes;
	bool of_bytes;
	struct stride_map map;
};

// network (Network) is what all layers begin with.
struct network {
	const void *virtuals;
	int type, training;
	bool backprop;
	int32_t flags, inputs, outputs, weights;
	uint64_t name[4];
	void *windows[2];
	void *randomizer;
};

enum { LSTM_LAYER = 14, LSTM_SUMMARY_LAYER = 15, TANH_LAYER = 19 }; // types
enum { TRAINING = 1 };

// convolve (Convolve) puts the surroundings of each step in a row.
struct convolve {
	struct network network;
	int half_x, half_y;
};

enum gate { CELL_INPUT, INPUT_GATE, FORGET_GATE, OUTPUT_GATE, SECOND_FORGET_GATE, GATES };

struct weights { // WeightMatrix
	uint64_t inside[31];
};

// lstm (LSTM) has a memory along the line.
struct lstm {
	struct network network;
	int32_t padded_inputs, states, fed_back;
	bool two_dimensional;
	struct weights gates[GATES];
	void *softmax;
	struct network_io source; // the input beside the output of the step before
};

static_assert(sizeof(void *) != 8 || sizeof(struct network_io) == 0x90, "NetworkIO");
static_assert(sizeof(void *) != 8 || sizeof(struct network) == 0x60, "Network");
static_assert(sizeof(void *) != 8 || offsetof(struct lstm, gates) == 0x70, "LSTM");
static_assert(sizeof(void *) != 8 || offsetof(struct lstm, source) == 0x550, "LSTM");

// library has the library's functions and tables, those that are replaced and others.
struct library {
	bool known; // its objects lie as above

	bool (*add_offset)(struct place *, int offset, enum dimension);
	bool (*increment)(struct place *);
	void (*write_part)(struct network_io *, int t, int offset, int n, const float *);
	void (*maxpool)(struct network_io *, int t, const struct network_io *, int source_t, int *origin);
	void (*convolve)(const struct convolve *, bool debug, const struct network_io *, const void *transposed, void *scratch, struct network_io *);
	void (*lstm)(struct lstm *, bool debug, const struct network_io *, const void *transposed, void *scratch, struct network_io *);
	void (*activate)(const struct network *, int t, float *);

	void (*resize)(struct network_io *, bool of_bytes, const struct stride_map *, int features);
	void (*resize_to_one)(struct network_io *, const struct network_io *, int features);
	void (*resize_lstm)(struct lstm *, const struct network_io *);
	void (*randomize)(struct network_io *, int t, int offset, int n, void *randomizer);
	void (*multiply)(const struct weights *, const int8_t *, float *);
	const float *tanh, *logistic; // at 1/256 each, from 0 to 16
};

extern struct library library;

void make_tables(void); // of what lstm.c looks up, from the library's

#define ADD_OFFSET _ZN9tesseract9StrideMap5Index9AddOffsetEiNS_14FlexDimensionsE
#define INCREMENT _ZN9tesseract9StrideMap5Index9IncrementEv
#define WRITE_PART _ZN9tesseract9NetworkIO17WriteTimeStepPartEiiiPKf
#define MAXPOOL _ZN9tesseract9NetworkIO15MaxpoolTimeStepEiRKS0_iPi
#define CONVOLVE _ZN9tesseract8Convolve7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_
#define LSTM _ZN9tesseract4LSTM7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_
#define ACTIVATE _ZN9tesseract14FullyConnected15ForwardTimeStepEiPf

bool INCREMENT(struct place *);
void WRITE_PART(struct network_io *, int t, int offset, int n, const float *);

// row is the bytes of a step.
static inline int8_t *row(const struct network_io *io, int t) {
	return (int8_t *)io->bytes.values + (ptrdiff_t)t * io->bytes.features;
}

// last is the greatest index in a dimension; pictures of a batch may be smaller than its room.
static inline int last(const struct place *p, enum dimension d) {
	const struct stride_map *m = p->map;
	int most = m->shape[d] - 1;
	if (d == BATCH)
		return most;
	const int *sizes = d == HEIGHT ? m->heights : m->widths;
	const int *end = d == HEIGHT ? m->heights_end : m->widths_end;
	if ((size_t)p->at[BATCH] >= (size_t)(end - sizes))
		return most;
	int size = sizes[p->at[BATCH]];
	return size <= most ? size - 1 : most;
}

#endif
