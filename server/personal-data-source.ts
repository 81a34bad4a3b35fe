import type { QueryFilter } from 'mongoose';
import type { OwnDataSections } from '#common/personal-data/own-data.ts';
import type { Role } from '#common/users/user.ts';

/**
 * An email address that a person has proven to own, and the period in which it was theirs. Anything sent from
 * or to it in that period belongs to them.
 */
export interface ProvenAddress {
  /** Lower case. */
  email: string;
  /**
   * When the previous account with this address changed to another one. Null if no other account had it
   * before.
   */
  from: Date | null;
  /** When the person changed to another address. Null for the current one. */
  until: Date | null;
}

/**
 * The person whose data is looked up: the account, and the ids and addresses of the data that belongs to it.
 */
export interface Person {
  id: string;
  role: Role;
  name: string;
  /** The addresses they have proven to own: the current one and former ones. */
  addresses: readonly ProvenAddress[];
  /** Ids of the rides they booked. */
  bookedIds: readonly string[];
  /** Ids of the rides they drive, drove, or were assigned to for a while. */
  drivenIds: readonly string[];
  /**
   * Ids of documents about them that mails, alerts and audit lines refer to: account, booked rides, charges,
   * purchases, messages, applications.
   */
  documentIds: readonly string[];
}

/** What a collection, or a family of Redis keys, does with personal data. All functions are idempotent. */
export interface PersonalDataSource {
  /** Returns its sections of a person's data export, without secrets or data about others. */
  read?: (person: Person) => Promise<Partial<OwnDataSections>>;
  /** Erases the data about a person, or strips what must stay. */
  erase?: (person: Person) => Promise<void>;
  /**
   * Enforces its retention period of `common/personal-data/personal-data.ts`: erases or strips data older
   * than `before`.
   */
  removeBefore?: (before: Date) => Promise<void>;
}

interface WrittenAt {
  /** Name of the field with the time a document was written. */
  at: string;
  /** Converts an instant to the type of that field. */
  as?: (instant: Date) => unknown;
}

/**
 * Builds filters, to be combined by `$or`, for documents that contain one of the addresses within its period.
 * At least one per field.
 */
export function addressFilters(
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
 * Reduces a recorded value to what may stay after erasure: numbers, booleans and dates. Texts are dropped,
 * since they may contain names.
 */
export function stripFreeText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(stripFreeText);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stripFreeText(each)]));
}

/** Formats an instant for the data export. */
export const isoOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
