package intake

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// mailTuner returns what changes the rules of mailboxes.
func (s *Configuration) mailTuner() tuner[document.MailRules] {
	check := func(rules document.MailRules) error {
		_, err := document.CleanMailRules(rules, s.checkType)
		return err
	}
	logged := func(rules document.MailRules) any { return fmt.Sprint(len(rules), " rules") } // they may be long
	return tuner[document.MailRules]{s, s.Rules, "the rules of mailboxes", document.MailRules.Clone, document.MailRules.Equal, check, logged}
}

func (s *Configuration) checkType(t document.Type) error { return document.CheckType(t, s.ExtraTypes) }

// MailRules implements ports.Configuration.
func (s *Configuration) MailRules(ctx context.Context, _ account.Actor) (document.MailRuling, error) {
	return s.Rules.Current(ctx)
}

// SetMailRules implements ports.Configuration.
func (s *Configuration) SetMailRules(ctx context.Context, by account.Actor, rules document.MailRules, versions []int) (document.MailRuling, error) {
	return s.mailTuner().retune(ctx, by, document.TunedByHand, func(_ context.Context, t *document.MailRuling) (err error) {
		if versions != nil && !slices.Contains(versions, t.Number) {
			return fault.New(fault.Stale, "mail_rules_changed", "Otra persona cambió las reglas después de que usted las abrió; vuelva a abrirlas, revise y guarde de nuevo.")
		}
		t.Config, err = document.CleanMailRules(rules, s.checkType)
		return err
	})
}

// MailRulesHistory implements ports.Configuration.
func (s *Configuration) MailRulesHistory(ctx context.Context, _ account.Actor, page document.PageRequest) (document.MailRulingListing, error) {
	return s.Rules.List(ctx, page)
}

// UndoMailRules implements ports.Configuration.
func (s *Configuration) UndoMailRules(ctx context.Context, by account.Actor) (document.MailRuling, error) {
	return s.mailTuner().undo(ctx, by)
}

// TryMailRules implements ports.Configuration.
func (s *Configuration) TryMailRules(ctx context.Context, by account.Actor, rules document.MailRules) ([]document.MailTrial, error) {
	if err := by.RequireAdmin(); err != nil {
		return nil, err
	}
	rules, err := document.CleanMailRules(rules, s.checkType)
	if err != nil {
		return nil, err
	}
	latest, err := s.Deliveries.LatestFromMailbox(ctx, document.MaxMailTrial)
	trials := make([]document.MailTrial, len(latest))
	for i, d := range latest {
		trials[i] = document.MailTrial{Delivery: d, Verdict: rules.Judge(d.MailFacts())}
	}
	return trials, err
}

// judge applies the current rules to a message of a mailbox. A type that no longer exists is left out.
func (p *parcel) judge(ctx context.Context, held document.Unpacked) error {
	if !p.delivery.FromMailbox || held.Message == nil {
		return nil
	}
	current, err := p.s.MailRules.Current(ctx)
	if err != nil {
		return err
	}
	facts := p.delivery.MailFacts()
	for _, part := range held.Parts {
		if name := nameOf(part); name != "" {
			facts.Attachments = append(facts.Attachments, name)
		}
	}
	v := current.Config.Judge(facts)
	if p.delivery.Rules = v.Rules; v.Ignored {
		p.delivery.IgnoredBy, p.delivery.IgnoredReason = v.Rules[len(v.Rules)-1], v.Reason
		return nil
	}
	if p.tags = v.Tags; v.Type != document.Auto && document.CheckType(v.Type, p.s.opts.ExtraTypes) == nil {
		p.kind = func() string { return string(v.Type) }
	}
	return nil
}

// ignore notes the parts of a message that a rule ignores.
func (p *parcel) ignore(held document.Unpacked) {
	const reason = "Una regla del buzón ignoró el correo."
	for _, part := range held.Parts {
		p.leaveOut(part, reason)
	}
	if held.Message.Body != "" {
		p.leaveOut(document.Part{}, reason)
	}
}

// recognise returns the delivery if it arrived before; NotFound when it did not, and when it was ignored then and is
// not now: that one is taken in.
func (p *parcel) recognise(ctx context.Context, held document.Unpacked) (document.Delivered, error) {
	known, err := p.s.knownDelivery(ctx, p.delivery, held)
	if err != nil || !known.IsIgnored() || p.delivery.IsIgnored() {
		return known, err
	}
	p.resume(known.Delivery)
	return document.Delivered{}, errNoDelivery
}

// resume takes in a delivery that was ignored: its original stays.
func (p *parcel) resume(ignored document.Delivery) {
	d := p.delivery
	rules, links, parts := d.Rules, d.Links, d.Parts
	*d = ignored
	d.Rules, d.Links, d.Parts = rules, links, parts
	d.TakenAt, d.TakenBy = p.s.Now().UTC(), p.by.Username
}

// TakeDelivery implements ports.Intake.
func (s *Service) TakeDelivery(ctx context.Context, by account.Actor, id string) (document.Delivery, error) {
	ignored, err := s.Deliveries.Get(ctx, id)
	if err != nil {
		return document.Delivery{}, err
	}
	if !ignored.IsIgnored() {
		return document.Delivery{}, fault.New(fault.Conflict, "delivery_not_ignored", "Ninguna regla ignoró ese mensaje, o alguien ya lo recibió.")
	}
	if err := s.accepting(ctx, 1); err != nil {
		return document.Delivery{}, err
	}
	local, done, err := localFile(ctx, s.Blobs, ignored.OriginalKey, s.opts.TempDir)
	if err != nil {
		return document.Delivery{}, err
	}
	defer done()
	file, err := os.Open(local)
	if err != nil {
		return document.Delivery{}, err
	}
	head := make([]byte, document.HeadLength)
	n, _ := file.ReadAt(head, 0)
	if err := file.Close(); err != nil {
		return document.Delivery{}, err
	}
	var d document.Delivery
	auto := func() string { return string(document.Auto) }
	p := parcel{s: s, by: by, kind: auto, format: document.ContainerKind(head[:n], ignored.OriginalKey), delivery: &d}
	p.resume(ignored)
	d.Links = document.PaperLinks(d.Body)
	sent, err := p.deliver(ctx, local, func(document.Unpacked) (document.Delivered, error) { return document.Delivered{}, errNoDelivery })
	return sent.Delivery, err // somebody else may have been faster
}
