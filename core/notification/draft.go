package notification

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
)

// CaseDraft holds the data of a new case.
type CaseDraft struct {
	Key         string // the caller's name for the request; see ports.NotificationService
	Number      string
	Description string
	CourtID     string
}

// SubjectDraft holds the data of a new subject. Only the name is required.
type SubjectDraft struct {
	Key            string
	Name           string
	DocumentType   DocumentType
	DocumentNumber string
	Email          string
	Phone          string
	Address        string
	Part           Part
}

// NotificationDraft holds the data of a new notification. The remark is optional.
type NotificationDraft struct {
	Key       string
	CaseID    string
	SubjectID string
	Channel   Channel
	Remark    string
}

// Maximum lengths in code points.
const (
	maxNumber         = 30
	maxName           = 300
	maxDocumentNumber = 50
	maxPhone          = 50
	maxAddress        = 500
	maxText           = 5000 // of descriptions and remarks
)

// Checked returns the sanitised draft. Fault: Unprocessable, with a detail for each invalid value.
// The other drafts work alike.
func (d CaseDraft) Checked() (CaseDraft, error) {
	var c checker
	d.Number = c.line("radicado", d.Number, maxNumber)
	c.require("radicado", d.Number)
	if strings.ContainsFunc(d.Number, func(r rune) bool { return !isNumeral(r) && !strings.ContainsRune(".-/ ", r) }) ||
		!strings.ContainsFunc(d.Number, isNumeral) {
		c.add("radicado", "Debe tener solo letras, dígitos, puntos, guiones, barras y espacios, por ejemplo 11001-31-03-001-2026-00123-00 o T-9.876.543.", d.Number)
	}
	d.Description = c.text("descripcion", d.Description)
	c.require("descripcion", d.Description)
	d.CourtID = c.id("juzgado_id", d.CourtID)
	return d, c.fault("el proceso")
}

// isNumeral reports whether r is a letter or an ASCII digit. Other digits look the same but are
// different numbers.
func isNumeral(r rune) bool { return unicode.IsLetter(r) || r >= '0' && r <= '9' }

// Checked is like CaseDraft.Checked.
func (d CourtDraft) Checked() (CourtDraft, error) {
	var c checker
	d.Name = c.line("nombre", d.Name, maxName)
	c.require("nombre", d.Name)
	return d, c.fault("el juzgado")
}

// Checked is like CaseDraft.Checked.
func (d SubjectDraft) Checked() (SubjectDraft, error) {
	var c checker
	d.Name = c.line("nombre", d.Name, maxName)
	c.require("nombre", d.Name)
	oneOf(&c, "tipo_documento", d.DocumentType, DocumentTypes(), true)
	d.DocumentNumber = c.line("numero_documento", d.DocumentNumber, maxDocumentNumber)
	d.Email = strings.TrimSpace(d.Email)
	if d.Email != "" && !account.ValidEmail(d.Email) {
		c.add("correo", "Debe ser un correo como ana@ejemplo.co.", sanitize.Line(d.Email))
	}
	d.Phone = c.line("telefono", d.Phone, maxPhone)
	d.Address = c.line("direccion", d.Address, maxAddress)
	oneOf(&c, "tipo", d.Part, Parts(), true)
	return d, c.fault("el sujeto")
}

// Checked is like CaseDraft.Checked.
func (d NotificationDraft) Checked() (NotificationDraft, error) {
	var c checker
	d.CaseID = c.id("id_proceso", d.CaseID)
	d.SubjectID = c.id("id_sujeto", d.SubjectID)
	oneOf(&c, "canal", d.Channel, Channels(), false)
	d.Remark = c.text("observacion", d.Remark)
	return d, c.fault("la notificación")
}

// CheckedRemark returns the sanitised remark of a transition, like CaseDraft.Checked.
func CheckedRemark(remark string) (string, error) {
	var c checker
	remark = c.text("observacion", remark)
	return remark, c.fault("el cambio de estado")
}

// checker collects the faults of a draft.
type checker []fault.Detail

func (c *checker) add(field, message string, value any) {
	for _, d := range *c {
		if d.Location == "body."+field {
			return // report one fault per value
		}
	}
	*c = append(*c, fault.Detail{Location: "body." + field, Message: message, Value: value})
}

func (c *checker) line(field, value string, longest int) string {
	return c.bounded(field, sanitize.Line(value), longest)
}

func (c *checker) text(field, value string) string {
	return c.bounded(field, strings.TrimSpace(sanitize.Text(value)), maxText)
}

func (c *checker) bounded(field, value string, longest int) string {
	if utf8.RuneCountInString(value) > longest {
		c.add(field, fmt.Sprintf("Debe tener como máximo %d caracteres.", longest), nil)
	}
	return value
}

func (c *checker) require(field, value string) {
	if value == "" {
		c.add(field, "No puede estar vacío.", nil)
	}
}

// id returns a UUID in lower case.
func (c *checker) id(field, value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	if !isUUID(value) {
		c.add(field, "Debe ser un identificador UUID.", sanitize.Line(value))
	}
	return value
}

func isUUID(s string) bool {
	groups := strings.Split(s, "-")
	if len(groups) != 5 {
		return false
	}
	for i, length := range []int{8, 4, 4, 4, 12} {
		if len(groups[i]) != length || strings.Trim(groups[i], "0123456789abcdef") != "" {
			return false
		}
	}
	return true
}

func oneOf[W ~string](c *checker, field string, value W, known []W, optional bool) {
	if slices.Contains(known, value) || optional && value == "" {
		return
	}
	names := make([]string, len(known))
	for i, w := range known {
		names[i] = string(w)
	}
	c.add(field, "Debe ser uno de: "+strings.Join(names, ", ")+".", sanitize.Line(string(value)))
}

func (c *checker) fault(what string) error {
	if len(*c) == 0 {
		return nil
	}
	first := (*c)[0]
	return fault.New(fault.Unprocessable, "validation_failed", fmt.Sprintf("Revise «%s» en %s: %s",
		strings.TrimPrefix(first.Location, "body."), what, first.Message)).With(*c...)
}
