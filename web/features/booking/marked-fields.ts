import type { Draft } from './draft.ts';

/** A validation error: the fields it marks, and the message shown beside the first of them. */
export interface ValidationError {
  fields: (keyof Draft)[];
  message: string;
}

/** A refused form: the draft as it was sent, and why it was refused. */
export interface RefusedDraft {
  draft: Draft;
  validationErrors: ValidationError[];
}

/** Messages by field. An empty message marks a field whose message is shown beside another one. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/**
 * Returns the fields of `draft` to mark: invalid ones not changed since. When a field has several errors, the
 * first one wins.
 */
export function markedFields({ draft: refused, validationErrors }: RefusedDraft, draft: Draft): FieldErrors {
  const errors: FieldErrors = {};
  for (const { fields, message } of validationErrors) {
    const unchanged = fields.filter((field) => draft[field] === refused[field]);
    for (const [index, field] of unchanged.entries()) errors[field] ??= index === 0 ? message : '';
  }
  return errors;
}
