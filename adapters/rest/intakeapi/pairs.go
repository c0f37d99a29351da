package intakeapi

import (
	"context"
	"fmt"
	"net/url"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// Decision is a person's decision about two documents.
type Decision struct {
	Decision  string `json:"decision" enum:"duplicate,not_duplicate,new_claim"`
	Note      string `json:"note"`
	DecidedBy string `json:"decided_by"`
	DecidedAt string `json:"decided_at" format:"date-time"`
}

func decisionOf(d document.Decision) rest.OrNull[Decision] {
	if !d.IsMade() {
		return rest.OrNull[Decision]{}
	}
	return rest.OrNull[Decision]{Value: &Decision{Decision: string(d.Verdict), Note: d.Note, DecidedBy: d.By, DecidedAt: stamp(d.At)}}
}

// Pair is a document and an earlier one that is related to it.
type Pair struct {
	Document   Summary               `json:"document" doc:"El que llegó después"`
	Earlier    Summary               `json:"earlier"`
	Relation   string                `json:"relation" enum:"duplicate,new_claim,same_case,mass,unrelated" doc:"Lo que encontró el programa"`
	Similarity float64               `json:"similarity" minimum:"0" maximum:"1"`
	Reason     string                `json:"reason"`
	ReceivedAt string                `json:"received_at" format:"date-time" doc:"Cuándo llegó el último"`
	Decision   rest.OrNull[Decision] `json:"decision" doc:"null mientras nadie decida"`
}

func pairOf(p document.PairRow) Pair {
	return Pair{Document: summaryOf(p.Document), Earlier: summaryOf(p.Earlier), Relation: string(p.Relation), Similarity: p.Similarity,
		Reason: p.Reason, ReceivedAt: stamp(p.ReceivedAt), Decision: decisionOf(p.Decision)}
}

type pairsInput struct {
	Page    int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage int `query:"per_page" default:"20" minimum:"1" maximum:"100"`

	State    string  `query:"state" enum:"open,decided,duplicate,not_duplicate,new_claim" doc:"open: nadie ha decidido"`
	Relation string  `query:"relation" enum:"duplicate,new_claim" doc:"Lo que encontró el programa"`
	MinScore float64 `query:"min_score" minimum:"0" maximum:"1"`
	MaxScore float64 `query:"max_score" minimum:"0" maximum:"1" doc:"0 es sin límite"`
	DateFrom string  `query:"date_from" format:"date" doc:"Primer día en que llegó el último de los dos, en Colombia"`
	DateTo   string  `query:"date_to" format:"date" doc:"Último día, incluido"`
	Sort     string  `query:"sort" enum:"similarity,date" default:"similarity" doc:"De mayor a menor similitud, o del más reciente al más antiguo"`
}

func (in *pairsInput) filters() url.Values {
	number := func(x float64) string {
		if x == 0 {
			return ""
		}
		return fmt.Sprint(x)
	}
	return url.Values{"state": {in.State}, "relation": {in.Relation}, "min_score": {number(in.MinScore)}, "max_score": {number(in.MaxScore)},
		"date_from": {in.DateFrom}, "date_to": {in.DateTo}, "sort": {in.Sort}}
}

func (h *handlers) pairs(ctx context.Context, in *pairsInput) (*paged[Pair], error) {
	f := document.PairFilter{
		State:    document.PairState(in.State),
		Relation: document.Relation(in.Relation),
		MinScore: in.MinScore,
		MaxScore: in.MaxScore,
		ByDate:   in.Sort == "date",
	}
	var err error
	if f.From, err = dayOf("query.date_from", in.DateFrom); err != nil {
		return nil, err
	}
	if f.To, err = dayOf("query.date_to", in.DateTo); err != nil {
		return nil, err
	}
	list, err := h.Duplicates.ListPairs(ctx, rest.Actor(ctx), f, document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, pairOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), in.filters(), list.Page, list.Total)
	return out, nil
}

// PairPath is the part of a path that names two documents.
type PairPath struct {
	DocumentPath
	Other string `path:"other"`
}

type decideInput struct {
	PairPath
	Body struct {
		Decision string `json:"decision" enum:"duplicate,not_duplicate,new_claim" doc:"new_claim: las mismas partes, otra solicitud u otros hechos"`
		Note     string `json:"note,omitempty" maxLength:"2000" example:"Es la hermana; el formato es el mismo"`
	} `nameHint:"NewDecision"`
}

func (h *handlers) decide(ctx context.Context, in *decideInput) (*enveloped[Pair], error) {
	return h.decided(ctx, &in.PairPath, document.PairVerdict(in.Body.Decision), in.Body.Note)
}

func (h *handlers) revoke(ctx context.Context, in *PairPath) (*enveloped[Pair], error) {
	return h.decided(ctx, in, "", "")
}

func (h *handlers) decided(ctx context.Context, in *PairPath, verdict document.PairVerdict, note string) (*enveloped[Pair], error) {
	row, err := h.Duplicates.Decide(ctx, rest.Actor(ctx), identifier(in.ID), identifier(in.Other), verdict, note)
	if err != nil {
		return nil, err
	}
	return envelope(pairOf(row)), nil
}
