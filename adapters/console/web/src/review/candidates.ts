import type { Candidate } from './document';

/** The documents that another may repeat and about which nobody has decided, the most similar first. */
export const undecided = (candidates: Candidate[]): Candidate[] => candidates.filter((c) => !c.decision).sort((a, b) => b.similarity - a.similarity);
