/** The parts of a passage, those that were found marked. Places are in code points. */
export function partsOf(snippet: string, highlights: { start: number; end: number }[]): { text: string; found: boolean }[] {
  const points = [...snippet];
  const parts: { text: string; found: boolean }[] = [];
  let at = 0;
  for (const h of highlights) {
    if (h.start > at) parts.push({ text: points.slice(at, h.start).join(''), found: false });
    parts.push({ text: points.slice(Math.max(at, h.start), h.end).join(''), found: true });
    at = Math.max(at, h.end);
  }
  if (at < points.length) parts.push({ text: points.slice(at).join(''), found: false });
  return parts;
}
