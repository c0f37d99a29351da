package intakeapi

import (
	"context"
	"unicode/utf8"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/document"
)

// Candidate is a document that tells the same as the one asked about.
type Candidate struct {
	DocumentID string  `json:"document_id" format:"uuid"`
	Similarity float64 `json:"similarity"`
	FileName   string  `json:"file_name"`
}

// DetailedCandidate is a candidate with the scores and reasons behind it.
type DetailedCandidate struct {
	Candidate
	Details Scores   `json:"details"`
	Reasons []string `json:"reasons" nullable:"false" doc:"En español"`
}

// Scores are what each way of comparing says, from 0 to 1.
type Scores struct {
	MinHash  float64 `json:"minhash_score"`
	TFIDF    float64 `json:"tfidf_score"`
	Entity   float64 `json:"entity_score"`
	Ensemble float64 `json:"ensemble_score"`
}

// Candidates is a list of candidates, most similar first.
type Candidates[T any] struct {
	Candidates []T `json:"candidates" nullable:"false"`
	Total      int `json:"total" doc:"De los candidatos"`
	Mass       []T `json:"mass" nullable:"false" doc:"El mismo formato de otras personas: no son duplicados; a lo sumo 20"`
}

func candidatesOf[T any](r document.Related, of func(document.Duplicate) T) Candidates[T] {
	return Candidates[T]{Candidates: each(r.Duplicates, of), Total: len(r.Duplicates), Mass: each(r.Mass, of)}
}

func (h *handlers) duplicates(ctx context.Context, in *documentInput) (*enveloped[Candidates[DetailedCandidate]], error) {
	found, err := h.Intake.Duplicates(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(candidatesOf(found, detailedOf)), nil
}

type verifyInput struct {
	Body struct {
		Text         string `json:"text" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío"`
		DocumentType string `json:"document_type,omitempty" default:"tutela" doc:"Elige los umbrales"`
	} `nameHint:"Verify"`
}

func (h *handlers) verify(ctx context.Context, in *verifyInput) (*enveloped[Candidates[Candidate]], error) {
	t, err := document.ParseType(in.Body.DocumentType)
	if err != nil {
		return nil, err
	}
	found, err := h.Intake.Verify(ctx, rest.Actor(ctx), in.Body.Text, t)
	if err != nil {
		return nil, err
	}
	return envelope(candidatesOf(found, candidateOf)), nil
}

func candidateOf(d document.Duplicate) Candidate {
	return Candidate{DocumentID: d.DocumentID, Similarity: d.Similarity, FileName: d.FileName}
}

func detailedOf(d document.Duplicate) DetailedCandidate {
	return DetailedCandidate{
		Candidate: candidateOf(d),
		Details:   Scores{MinHash: d.MinHash, TFIDF: d.TFIDF, Entity: d.Entity, Ensemble: d.Similarity},
		Reasons:   append([]string{}, d.Reasons...),
	}
}

type compareInput struct {
	DocumentPath
	Other string `path:"other"`
}

// Comparison is two documents side by side.
type Comparison struct {
	Left        Summary   `json:"left"`
	Right       Summary   `json:"right"`
	Relation    string    `json:"relation" enum:"same_document,same_file,duplicate,mass,unrelated" doc:"mass: un mismo formato de varias personas"`
	Similarity  float64   `json:"similarity"`
	Details     Scores    `json:"details"`
	Reasons     []string  `json:"reasons" nullable:"false" doc:"Lo que habla a favor y en contra"`
	SharedWords float64   `json:"shared_words" minimum:"0" maximum:"1" doc:"Parte de las palabras de los dos textos que está en pasajes de ambos"`
	Aligned     bool      `json:"aligned" doc:"false cuando los textos son demasiado largos para alinearlos"`
	Passages    []Passage `json:"passages" nullable:"false" doc:"En orden; juntos son los dos textos"`
}

// Passage is a stretch of words that both texts have, or only one.
type Passage struct {
	Kind  string  `json:"kind" enum:"both,left,right"`
	Left  Stretch `json:"left"`
	Right Stretch `json:"right"`
}

// Stretch is a part of a document's text, or of the remarks of one without.
type Stretch struct {
	Start int    `json:"start" doc:"En puntos de código Unicode"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

func (h *handlers) compare(ctx context.Context, in *compareInput) (*enveloped[Comparison], error) {
	c, err := h.Intake.Compare(ctx, rest.Actor(ctx), identifier(in.ID), identifier(in.Other))
	if err != nil {
		return nil, err
	}
	return envelope(ComparisonOf(c)), nil
}

// ComparisonOf returns a comparison as the interface answers it.
func ComparisonOf(c document.Comparison) Comparison {
	left, right := cutter{rest: c.LeftText}, cutter{rest: c.RightText}
	return Comparison{
		Left: summaryOf(c.Left), Right: summaryOf(c.Right), Relation: string(c.Relation), Similarity: c.Similarity,
		Details: detailedOf(c.Duplicate).Details, Reasons: append([]string{}, c.Reasons...),
		SharedWords: c.Shared, Aligned: c.Aligned,
		Passages: each(c.Passages, func(p align.Passage) Passage {
			return Passage{Kind: string(p.Kind), Left: left.take(p.Left), Right: right.take(p.Right)}
		}),
	}
}

// CandidatesOf returns candidates as the interface answers them.
func CandidatesOf(found []document.Duplicate) []DetailedCandidate { return each(found, detailedOf) }

// cutter cuts a text into stretches that follow each other.
type cutter struct{ rest string }

func (c *cutter) take(s align.Span) Stretch {
	end := 0
	for range s.End - s.Start {
		_, size := utf8.DecodeRuneInString(c.rest[end:])
		end += size
	}
	out := Stretch{Start: s.Start, End: s.End, Text: c.rest[:end]}
	c.rest = c.rest[end:]
	return out
}
