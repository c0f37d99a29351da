import type { components } from './intake';

type Body = components['schemas']['Problem'];

/** An answer that is no success. Its message is what the server says to do. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly instance: string;
  readonly details: { location: string; message: string }[];

  constructor(status: number, body?: Partial<Body>) {
    super(body?.detail || body?.title || `HTTP ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.code = body?.code ?? '';
    this.instance = body?.instance ?? '';
    this.details = body?.errors ?? [];
  }

  /** What is wrong with a field of the body, by its name. */
  of(field: string): string | undefined {
    return this.details.find((d) => d.location === `body.${field}`)?.message;
  }
}

export const isProblem = (error: unknown, code?: string): error is Problem => error instanceof Problem && (code === undefined || error.code === code);
