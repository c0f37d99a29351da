import type { Document } from '../api/document';
import type { components } from '../api/intake';
import type { Summary } from '../people/people';

type Candidates = components['schemas']['Candidates'];

/** What relates another paper to a document: what a person decided, else what the program found. */
export type PaperRelation = 'duplicate' | 'new_claim' | 'mass' | 'same_case' | 'not_duplicate' | 'none';

/** A paper of the same person or case; nothing but its name where only the comparison knows of it. */
export type OtherPaper = { id: string; name: string; relation: PaperRelation; summary?: Summary };

/** How many possible duplicates have a card of their own. */
export const cards = 3;

/**
 * The other papers of a document's person and of its case, the newest first, without those that have a card as possible
 * duplicates. Papers of other people in the same form are left out: their letter has a page.
 */
export function otherPapers(d: Pick<Document, 'id' | 'duplicate_state'>, found: Candidates | undefined, filings: Summary[], ofCase: Summary[]): OtherPaper[] {
  const relations = new Map<string, { name: string; relation: PaperRelation }>();
  for (const relation of ['same_case', 'mass', 'new_claim', 'duplicate', 'not_duplicate'] as const) {
    const list =
      { same_case: found?.same_case, mass: found?.mass, new_claim: found?.new_claims, duplicate: found?.candidates, not_duplicate: found?.dismissed }[
        relation
      ] ?? [];
    for (const c of list) relations.set(c.document_id, { name: c.file_name, relation: c.decision?.decision ?? relation });
  }
  const carded = d.duplicate_state === 'none' ? [] : (found?.candidates.slice(0, cards).map((c) => c.document_id) ?? []);
  const papers = new Map<string, OtherPaper>();
  for (const summary of ofCase)
    papers.set(summary.id, { id: summary.id, name: summary.file_name, relation: relations.get(summary.id)?.relation ?? 'same_case', summary });
  for (const summary of filings)
    papers.set(summary.id, {
      id: summary.id,
      name: summary.file_name,
      relation: relations.get(summary.id)?.relation ?? papers.get(summary.id)?.relation ?? 'none',
      summary,
    });
  for (const [id, { name, relation }] of relations)
    if (!papers.has(id) && relation !== 'mass' && relation !== 'not_duplicate') papers.set(id, { id, name, relation });
  const at = (p: OtherPaper) => p.summary?.arrived_at ?? '';
  return [...papers.values()].filter((p) => p.id !== d.id && !carded.includes(p.id)).sort((a, b) => at(b).localeCompare(at(a)));
}
