import type { Person } from './people.ts';
import type { Stage } from './scenes.ts';

/** A call that is about to be made. */
export interface Prepared extends Stage {
  person: Person;
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** The parts of a call that depend on what was read before. */
export interface Fitting {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Prepares a call. */
export type Prepare = (call: Prepared) => Promise<Fitting>;

/** Returns the last segment of a URL: a token. */
export const lastPart = (url: unknown): string => String(url).split('/').at(-1) ?? '';
