package ner

import (
	"embed"
	"sync"

	"github.com/cotejo/cotejo/core/ner/internal/sequence"
	"github.com/cotejo/cotejo/core/ner/prose"
)

// models are what was learned: weights of the models, and how far votes are believed.
//
//go:embed data
var models embed.FS

// defaultModel returns the model of the extractor Sequence.
var defaultModel = sync.OnceValue(func() *sequence.Model { return embeddedModel("sequence.bin", sequence.ReadModel) })

// defaultProse returns the model of texts that tell of who sues.
var defaultProse = sync.OnceValue(func() *prose.Model { return embeddedModel("prose.bin", prose.Read) })

// embeddedModel reads a model that is part of the program.
func embeddedModel[M any](name string, read func([]byte) (M, error)) M {
	b, err := models.ReadFile("data/" + name)
	if err != nil {
		panic("ner: " + err.Error())
	}
	m, err := read(b)
	if err != nil {
		panic("ner: " + name + ": " + err.Error())
	}
	return m
}
