package intakeapi

import (
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
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
	Reasons []string `json:"reasons" nullable:"false" doc:"In Spanish"`
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
	Total      int `json:"total"`
}

func (h *handlers) duplicates(ctx context.Context, in *documentInput) (*enveloped[Candidates[DetailedCandidate]], error) {
	found, err := h.Intake.Duplicates(ctx, rest.Actor(ctx), strings.ToLower(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(Candidates[DetailedCandidate]{Candidates: each(found, detailedOf), Total: len(found)}), nil
}

type verifyInput struct {
	Body struct {
		Text         string `json:"text" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío"`
		DocumentType string `json:"document_type,omitempty" default:"tutela" doc:"Selects the thresholds"`
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
	return envelope(Candidates[Candidate]{Candidates: each(found, candidateOf), Total: len(found)}), nil
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
