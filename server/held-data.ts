import type { OwnDataSections } from '#common/personal-data/own-data.ts';
import type { Role } from '#common/users/user.ts';

/** Whose data is looked for: the account, and the ids by which what belongs to it is found. */
export interface Person {
  id: string;
  role: Role;
  name: string;
  /** The addresses, in lower case, that they have proven to read; what was sent by or to them is theirs. */
  addresses: readonly string[];
  /** Rides they booked. */
  bookedIds: readonly string[];
  /** Rides they drive or drove, or had for a while. */
  drivenIds: readonly string[];
  /** Documents about them, which mails, alerts and lines of the audit log name: account, rides booked, charges, purchases, messages, applications. */
  documentIds: readonly string[];
}

/** What a collection, or a family of Redis keys, does about personal data. Every part may be repeated. */
export interface Held {
  /** Its sections of what a person gets who asks for their data: no secrets, and nothing about others. */
  read?: (person: Person) => Promise<Partial<OwnDataSections>>;
  /** Erases what it holds about them, or strips what stays of it. */
  erase?: (person: Person) => Promise<void>;
  /** Carries out its period of `common/personal-data/held-data.ts`: erases or strips what is older than an instant. */
  removeBefore?: (before: Date) => Promise<void>;
}

/**
 * What stays of something recorded once its words are not to be kept: numbers, and whether something is so. Texts, of
 * which nobody can tell whether they name somebody, are left out.
 */
export function withoutWords(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutWords(each)]));
}

/** An instant as it is exported. */
export const isoOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
