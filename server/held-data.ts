import type { QueryFilter } from 'mongoose';
import type { OwnDataSections } from '#common/personal-data/own-data.ts';
import type { Role } from '#common/users/user.ts';

/** An address that somebody has proven to read, with the time in which it was theirs: what was sent by or to it then is. */
export interface ProvenAddress {
  /** Lower case. */
  email: string;
  /** When another account that had it changed to another one; null where none had it before. */
  from: Date | null;
  /** When they changed to another one; null for the present one. */
  until: Date | null;
}

/** Whose data is looked for: the account, and the ids by which what belongs to it is found. */
export interface Person {
  id: string;
  role: Role;
  name: string;
  /** The addresses that they have proven to read: the present one, and those they had before. */
  addresses: readonly ProvenAddress[];
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

interface WrittenAt {
  /** The field with the instant at which a document was written. */
  at: string;
  /** An instant as that field has it. */
  as?: (instant: Date) => unknown;
}

/** What finds documents that name one of somebody's addresses, each within its time: parts of an `$or`, one a field at least. */
export function namingAddresses(
  addresses: readonly ProvenAddress[],
  fields: readonly string[],
  { at, as = (instant) => instant }: WrittenAt,
): QueryFilter<unknown>[] {
  const isWhole = ({ from, until }: ProvenAddress) => !from && !until;
  const whole = addresses.filter(isWhole).map(({ email }) => email);
  const limited = addresses.filter((address) => !isWhole(address));
  return fields.flatMap((field) => [
    { [field]: { $in: whole } },
    ...limited.map(({ email, from, until }) => ({
      [field]: email,
      [at]: { ...(from && { $gte: as(from) }), ...(until && { $lt: as(until) }) },
    })),
  ]);
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
