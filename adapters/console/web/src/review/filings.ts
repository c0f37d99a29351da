import type { Document } from '../api/document';

/** Pages of a file, both included. */
export type PageRange = { first: number; last: number };
/** A filing of a file that has several, with the names in it. */
export type Filing = PageRange & { names: string };

/** The pages of the parts of a file, of which the second and the following begin on the given ones. */
export function rangesOf(begins: number[], pages: number): PageRange[] {
  const starts = [1, ...begins];
  return starts.map((first, i) => ({ first, last: (starts[i + 1] ?? pages + 1) - 1 }));
}

/** The filings that a file seems to have, in the order of their pages. */
export function filingsOf(d: Pick<Document, 'page_details' | 'demandante' | 'pages'>): Filing[] {
  const others = d.page_details.filter((p) => p.begins && p.number > 1);
  const names = [d.demandante, ...others.map((p) => p.begins?.demandante ?? '')];
  return rangesOf(
    others.map((p) => p.number),
    d.pages,
  ).map((range, i) => ({ ...range, names: names[i] ?? '' }));
}

/** The pages that somebody wrote, in order; undefined where they are not pages behind the first of a file. */
export function beginsIn(text: string, pages: number): number[] | undefined {
  const written = text.split(/[\s,;]+/).filter(Boolean);
  const begins = [...new Set(written.map(Number))].sort((a, b) => a - b);
  return begins.length > 0 && begins.every((n) => Number.isInteger(n) && n >= 2 && n <= pages) ? begins : undefined;
}
