#include "network.h"

#include <math.h>
#include <stdlib.h>

#pragma GCC optimize("no-trapping-math") // looks up many numbers at once

// squash is a function of x ≥ 0 as the library has it: straight between values 1/256 apart,
// and 1 from where its table ends. Made once, it needs no question at each number.
enum { LAST = 4095 };
struct squash {
	struct { float value, rise; } at[LAST + 1];
};

static struct squash tanh_table, logistic_table;

static void make(struct squash *s, const float *values) {
	for (int i = 0; i < LAST; i++) {
		s->at[i].value = values[i];
		s->at[i].rise = values[i + 1] - values[i];
	}
	s->at[LAST].value = 1;
}

void make_tables(void) {
	make(&tanh_table, library.tanh);
	make(&logistic_table, library.logistic);
}

static inline float squashed(const struct squash *s, float x) {
	float at = x * 256;
	at = at < LAST ? at : LAST;
	int i = (int)at;
	return s->at[i].value + s->at[i].rise * (at - (float)i);
}

static inline float tanh_of(float x) { return copysignf(squashed(&tanh_table, fabsf(x)), x); }

static inline float logistic_of(float x) {
	float found = squashed(&logistic_table, fabsf(x));
	return x < 0 ? 1 - found : found;
}

static void tanh_all(int n, float *v) {
	for (int i = 0; i < n; i++)
		v[i] = tanh_of(v[i]);
}

static void logistic_all(int n, float *v) {
	for (int i = 0; i < n; i++)
		v[i] = logistic_of(v[i]);
}

// remember lets the gates change the memory, and the memory make the output.
static void remember(int n, const float *cell, const float *input, const float *forget, const float *output, float *restrict state, float *restrict out) {
	const float most = 100;
	for (int i = 0; i < n; i++) {
		float s = state[i] * forget[i];
		s += cell[i] * input[i];
		s = s < -most ? -most : s;
		s = s > most ? most : s;
		state[i] = s;
		out[i] = tanh_of(s) * output[i];
	}
}

// ACTIVATE is what a layer does with its sums.
REPLACES void ACTIVATE(const struct network *layer, int t, float *v) {
	if (library.known && layer->type == TANH_LAYER)
		tanh_all(layer->outputs, v);
	else
		library.activate(layer, t, v);
}

// plain reports whether a layer is used to read, along lines, as the models of
// all languages are but some old ones.
static bool plain(const struct lstm *l) {
	return (l->network.type == LSTM_LAYER || l->network.type == LSTM_SUMMARY_LAYER) && l->network.training != TRAINING &&
	       !l->two_dimensional && !l->softmax;
}

REPLACES void LSTM(struct lstm *l, bool debug, const struct network_io *in, const void *transposed, void *scratch, struct network_io *out) {
	enum { ROUNDING = 64 }; // products are written by whole registers
	int n = l->states, room = (n + ROUNDING - 1) / ROUNDING * ROUNDING;
	float *numbers;
	if (!library.known || debug || !in->of_bytes || !plain(l) || !(numbers = calloc(room, (OUTPUT_GATE + 3) * sizeof(float)))) {
		library.lstm(l, debug, in, transposed, scratch, out);
		return;
	}
	float *cell = numbers, *input = cell + room, *forget = input + room, *output = forget + room;
	float *state = output + room, *made = state + room;
	bool summary = l->network.type == LSTM_SUMMARY_LAYER;
	if (summary)
		library.resize_to_one(out, in, l->network.outputs);
	else
		library.resize(out, true, &in->map, l->network.outputs);
	library.resize_lstm(l, in);
	struct place p = {.map = &in->map}, end = {.map = &out->map};
	do {
		int8_t *source = row(&l->source, p.t);
		__builtin_memcpy(source, row(in, p.t), l->network.inputs);
		WRITE_PART(&l->source, p.t, l->network.inputs + l->fed_back, n, made);
		library.multiply(&l->gates[CELL_INPUT], source, cell);
		library.multiply(&l->gates[INPUT_GATE], source, input);
		library.multiply(&l->gates[FORGET_GATE], source, forget);
		library.multiply(&l->gates[OUTPUT_GATE], source, output);
		tanh_all(n, cell);
		logistic_all(n, input);
		logistic_all(n, forget);
		logistic_all(n, output);
		remember(n, cell, input, forget, output, state, made);
		bool at_end = p.at[WIDTH] == last(&p, WIDTH);
		if (!summary) {
			WRITE_PART(out, p.t, 0, out->bytes.features, made);
		} else if (at_end) {
			WRITE_PART(out, end.t, 0, out->bytes.features, made);
			INCREMENT(&end);
		}
		if (at_end)
			for (int i = 0; i < n; i++)
				state[i] = made[i] = 0;
	} while (INCREMENT(&p));
	free(numbers);
}
