import type { Draft } from './draft.ts';

/** A validation error: the fields it marks, and the message beside the first of them. */
export interface ValidationError {
  fields: (keyof Draft)[];
  message: string;
}

/** A form that was not taken, as it was, and why. */
export interface RefusedDraft {
  draft: Draft;
  validationErrors: ValidationError[];
}

/** Messages by field; a field whose message is beside another one has an empty text. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/**
 * The fields to mark in `draft`: invalid ones not changed since. Of two errors about one field, the first.
 */
export function markedFields({ draft: refused, validationErrors }: RefusedDraft, draft: Draft): FieldErrors {
  const errors: FieldErrors = {};
  for (const { fields, message } of validationErrors) {
    const unchanged = fields.filter((field) => draft[field] === refused[field]);
    for (const [index, field] of unchanged.entries()) errors[field] ??= index === 0 ? message : '';
  }
  return errors;
}
