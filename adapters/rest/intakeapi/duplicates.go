package intakeapi

import (
	"context"
	"unicode/utf8"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// Candidate is a document that is like the document or text asked about, with the scores and
// reasons behind it.
type Candidate struct {
	DocumentID string   `json:"document_id" format:"uuid"`
	Similarity float64  `json:"similarity"`
	FileName   string   `json:"file_name"`
	Details    Details  `json:"details"`
	Reasons    []Reason `json:"reasons" nullable:"false" doc:"Lo que habla a favor y en contra; «left» es del documento o del texto consultado"`

	Decision rest.OrNull[Decision] `json:"decision" doc:"Lo que decidió una persona; null mientras nadie decida"`
}

// Details are how far two documents agree.
type Details struct {
	MinHash     float64      `json:"minhash_score" doc:"Parecido del texto, de 0 a 1"`
	TFIDF       float64      `json:"tfidf_score" doc:"Parecido de los hechos, de 0 a 1"`
	Entity      float64      `json:"entity_score" doc:"Parecido de las partes, de 0 a 1"`
	Ensemble    float64      `json:"ensemble_score" doc:"Suma ponderada de los tres"`
	Adjustments []Adjustment `json:"adjustments" nullable:"false" doc:"Lo que las reglas hicieron de la suma, en orden; el último «after» es «similarity»"`
	Parties     Identity     `json:"parties" doc:"Identidad de partes"`
	Facts       Identity     `json:"facts" doc:"Identidad de hechos"`
	Claims      Identity     `json:"claims" doc:"Identidad de lo que se pide"`
}

// Adjustment is the change that one rule made to the weighted sum.
type Adjustment struct {
	Rule   string  `json:"rule"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Reason string  `json:"reason"`
}

// Identity says how far two documents agree in one respect.
type Identity struct {
	Score    float64  `json:"score"`
	Verdict  string   `json:"verdict" enum:"same,partly,different,unknown" doc:"unknown: uno de los dos no lo dice"`
	Evidence []Reason `json:"evidence" nullable:"false"`
}

// Reason is one thing that speaks for or against.
type Reason struct {
	Code   string  `json:"code"`
	Text   string  `json:"text" doc:"En español"`
	Left   string  `json:"left"`
	Right  string  `json:"right"`
	Weight float64 `json:"weight" doc:"Mayor que 0 habla a favor, menor en contra"`
}

// Candidates is a list of candidates, most similar first.
type Candidates struct {
	Candidates []Candidate `json:"candidates" nullable:"false" doc:"Los 20 más parecidos, y aquellos sobre los que alguien decidió"`
	Total      int         `json:"total" doc:"De los candidatos, también de los que no están en la lista"`
	NewClaims  []Candidate `json:"new_claims" nullable:"false" doc:"Las mismas partes, otra solicitud u otros hechos: no son duplicados; a lo sumo 20"`
	Dismissed  []Candidate `json:"dismissed" nullable:"false" doc:"Aquellos de los que alguien decidió que no son duplicados"`
	Mass       []Candidate `json:"mass" nullable:"false" doc:"El mismo formato de otras personas: no son duplicados; a lo sumo 20"`
	SameCase   []Candidate `json:"same_case" nullable:"false" doc:"Otros escritos del mismo caso, como la respuesta, el fallo o la impugnación: no son duplicados; a lo sumo 20"`
}

func (h *handlers) duplicates(ctx context.Context, in *documentInput) (*enveloped[Candidates], error) {
	found, err := h.Intake.Duplicates(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(CandidatesOf(found)), nil
}

type verifyInput struct {
	Body struct {
		Text         string `json:"text" minLength:"1" pattern:"\\S" patternDescription:"un texto no vacío"`
		DocumentType string `json:"document_type,omitempty" default:"tutela" doc:"Elige los umbrales"`
	} `nameHint:"Verify"`
}

func (h *handlers) verify(ctx context.Context, in *verifyInput) (*enveloped[Candidates], error) {
	t, err := document.ParseType(in.Body.DocumentType)
	if err != nil {
		return nil, err
	}
	found, err := h.Intake.Verify(ctx, rest.Actor(ctx), in.Body.Text, t)
	if err != nil {
		return nil, err
	}
	return envelope(CandidatesOf(found)), nil
}

func candidateOf(d document.Duplicate) Candidate {
	return Candidate{DocumentID: d.DocumentID, Similarity: d.Similarity, FileName: d.FileName, Details: detailsOf(d.Assessment),
		Reasons: each(d.Reasons, reasonOf), Decision: decisionOf(d.Decision)}
}

func detailsOf(a dedup.Assessment) Details {
	return Details{
		MinHash: a.MinHash, TFIDF: a.TFIDF, Entity: a.Entity, Ensemble: a.Ensemble,
		Adjustments: each(a.Adjustments, func(x dedup.Adjustment) Adjustment { return Adjustment(x) }),
		Parties:     identityOf(a.Parties), Facts: identityOf(a.Facts), Claims: identityOf(a.Claims),
	}
}

func identityOf(i dedup.Identity) Identity {
	return Identity{Score: i.Score, Verdict: string(i.Verdict), Evidence: each(i.Evidence, reasonOf)}
}

func reasonOf(r dedup.Reason) Reason { return Reason(r) }

type compareInput struct{ PairPath }

// Comparison is two documents side by side.
type Comparison struct {
	Left       Summary  `json:"left"`
	Right      Summary  `json:"right"`
	Relation   string   `json:"relation" enum:"same_document,same_file,duplicate,new_claim,same_case,mass,unrelated" doc:"new_claim: las mismas partes, otra solicitud u otros hechos; same_case: escritos de un mismo caso; mass: un mismo formato de varias personas"`
	Similarity float64  `json:"similarity"`
	Details    Details  `json:"details"`
	Reasons    []Reason `json:"reasons" nullable:"false" doc:"Lo que habla a favor y en contra"`
	Weights    Weights  `json:"weights"`
	Threshold  float64  `json:"threshold" doc:"Similitud desde la que se propone como duplicado"`

	LaterID  string                `json:"later_id" doc:"El documento que llegó después: si uno repite al otro, es este"`
	Decision rest.OrNull[Decision] `json:"decision" doc:"Lo que decidió una persona; null mientras nadie decida"`

	SharedWords float64   `json:"shared_words" minimum:"0" maximum:"1" doc:"Parte de las palabras de los dos textos que está en pasajes de ambos"`
	Aligned     bool      `json:"aligned" doc:"false cuando los textos son demasiado largos para alinearlos"`
	Passages    []Passage `json:"passages" nullable:"false" doc:"En orden; juntos son los dos escritos que se comparan. En un archivo de varios, empiezan donde empieza el escrito"`
}

// Weights are the weights of the three scores in the sum; together 1.
type Weights struct {
	MinHash float64 `json:"minhash"`
	TFIDF   float64 `json:"tfidf"`
	Entity  float64 `json:"entity"`
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
		Details: detailsOf(c.Assessment), Reasons: each(c.Reasons, reasonOf),
		Weights: Weights(c.Config.Weights), Threshold: c.Config.Thresholds.For(string(c.Left.Type)),
		LaterID: c.LaterID, Decision: decisionOf(c.Decision), SharedWords: c.Shared, Aligned: c.Aligned,
		Passages: each(c.Passages, func(p align.Passage) Passage {
			return Passage{Kind: string(p.Kind), Left: left.take(p.Left), Right: right.take(p.Right)}
		}),
	}
}

// CandidatesOf returns what is related to a document or a text as the interface answers it.
func CandidatesOf(r document.Related) Candidates {
	return Candidates{
		Candidates: each(r.Duplicates, candidateOf),
		Total:      r.TotalDuplicates(),
		NewClaims:  each(r.NewClaims, candidateOf),
		Mass:       each(r.Mass, candidateOf),
		SameCase:   each(r.SameCase, candidateOf),
		Dismissed:  each(r.Dismissed, candidateOf),
	}
}

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
