/** The parts of the settings that have an address of their own, beside comparing. */
export type Part = 'extraccion' | 'buzon';

export const partOf = (value: unknown): Part | undefined => (value === 'extraccion' || value === 'buzon' ? value : undefined);
