import type { Person } from './people.ts';
import type { Stage } from './scenes.ts';

/** A call that is about to be made, and what is done or read before. */
export interface Prepared extends Stage {
  person: Person;
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** What of a call follows from what was read. */
export interface Fitting {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Gets a call ready. */
export type Prepare = (call: Prepared) => Promise<Fitting>;

/** The last part of an address: a token. */
export const lastPart = (url: unknown): string => String(url).split('/').at(-1) ?? '';
