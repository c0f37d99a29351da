package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Words by which papers speak of parties and of filing.

// Sides are the words by which a filing speaks of one party, folded.
var Sides = map[string]field.Field{
	"accionante": field.Plaintiff, "accionantes": field.Plaintiff, "tutelante": field.Plaintiff, "demandante": field.Plaintiff, "demandantes": field.Plaintiff, "peticionario": field.Plaintiff,
	"peticionaria": field.Plaintiff, "solicitante": field.Plaintiff, "actor": field.Plaintiff, "actora": field.Plaintiff, "suscrito": field.Plaintiff, "suscrita": field.Plaintiff,
	"recibire": field.Plaintiff, "recibo": field.Plaintiff, "afectado": field.Plaintiff, "afectada": field.Plaintiff, "agenciado": field.Plaintiff, "agenciada": field.Plaintiff,
	"yo": field.Plaintiff, "mi": field.Plaintiff, "mis": field.Plaintiff, "firmante": field.Plaintiff, "poderdante": field.Plaintiff, "domiciliado": field.Plaintiff, "domiciliada": field.Plaintiff, "residente": field.Plaintiff, "residenciado": field.Plaintiff, "residenciada": field.Plaintiff, "tutelado": field.Defendant,
	"accionado": field.Defendant, "accionada": field.Defendant, "accionados": field.Defendant, "accionadas": field.Defendant, "demandado": field.Defendant, "demandada": field.Defendant,
	"demandados": field.Defendant, "demandadas": field.Defendant, "vinculado": field.LinkedParty, "vinculada": field.LinkedParty, "vinculados": field.LinkedParty,
	"vinculadas": field.LinkedParty, "entidad": field.Defendant, "entidades": field.Defendant,
	"apoderado": field.Attorney, "apoderada": field.Attorney, "abogado": field.Attorney, "abogada": field.Attorney, "agente": field.Agent,
}

// Presents are the verbs by which somebody presents a filing.
var Presents = lex.Set("party.presents")
