import { expect, test } from 'vitest';
import type { components } from '../api/intake';
import type { Summary } from '../people/people';
import { otherPapers } from './otherPapers';

const summary = (id: string, arrived_at: string) => ({ id, file_name: `${id}.pdf`, arrived_at }) as Summary;
const candidate = (document_id: string, decision?: string) => ({ document_id, file_name: `${document_id}.pdf`, decision: decision ? { decision } : null });
const found = (part: object) =>
  ({ candidates: [], new_claims: [], mass: [], same_case: [], dismissed: [], ...part }) as unknown as components['schemas']['Candidates'];

const lines = (state: 'none' | 'open', part: object, filings: Summary[] = [], ofCase: Summary[] = []) =>
  otherPapers({ id: 'own', duplicate_state: state }, found(part), filings, ofCase).map((p) => `${p.id} ${p.relation}`);

const [old, young] = [summary('old', '2026-01-05T10:00:00Z'), summary('young', '2026-03-02T10:00:00Z')];

test.each([
  [
    'a typed filing has what the person filed, the newest first',
    lines('none', {}, [summary('own', '2026-02-01T00:00:00Z'), old, young]),
    ['young none', 'old none'],
  ],
  ['each says what relates it', lines('none', { new_claims: [candidate('old')], mass: [candidate('young')] }, [old, young]), ['young mass', 'old new_claim']],
  [
    'a decision of a person counts before what the program found',
    lines('none', { new_claims: [candidate('old', 'not_duplicate')] }, [old]),
    ['old not_duplicate'],
  ],
  ['papers of the case, also of others', lines('none', {}, [young], [old, young]), ['young same_case', 'old same_case']],
  ['a possible duplicate has a card of its own', lines('open', { candidates: [candidate('old')] }, [old, young]), ['young none']],
  ['what repeats the document later has none', lines('none', { candidates: [candidate('young')] }, [young]), ['young duplicate']],
  ['a new claim under another number', lines('none', { new_claims: [candidate('elsewhere')] }, [old]), ['old none', 'elsewhere new_claim']],
  ['the same form of other people is left out', lines('none', { mass: [candidate('elsewhere')] }), []],
])('%s', (_, got, want) => expect(got).toEqual(want));
