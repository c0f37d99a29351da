/** Whether a text says enough to look for: the server refuses less. */
export const saysEnough = (q: string) => q.replace(/[^\p{L}\p{N}]/gu, '').length >= 3;

/** The 23 digits of a radicado, in a text that is nothing else. */
export const radicadoIn = (q: string): string | undefined => {
  const digits = q.replace(/[\s.-]/g, '');
  return /^\d{23}$/.test(digits) ? digits : undefined;
};
