import { IconCheck, IconQuestionMark, IconTilde, IconX } from '@tabler/icons-react';
import { pairs as en } from '../i18n/en/pairs';
import { pairs as es } from '../i18n/es/pairs';
import { useWords } from '../i18n/language';
import type { Comparison, Identity } from './pairs';

/** One of the three identities of a pair, with its name and its verdict in words. */
export type NamedIdentity = { name: string; said: string; identity: Identity };

export const verdictIcons = { same: IconCheck, partly: IconTilde, different: IconX, unknown: IconQuestionMark };

/** Parties, facts and claim: how far each is the same. */
export function useIdentities({ parties, facts, claims }: Comparison['details']): NamedIdentity[] {
  const words = useWords({ es, en });
  return [
    { name: words.parties, said: words.verdict[parties.verdict], identity: parties },
    { name: words.facts, said: words.verdictMale[facts.verdict], identity: facts },
    { name: words.claims, said: words.verdictOne[claims.verdict], identity: claims },
  ];
}
