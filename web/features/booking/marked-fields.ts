import type { Draft } from './draft.ts';
import type { Mistake } from './mistake.ts';

/** A form that was not taken, as it was, and why. */
export interface RefusedDraft {
  draft: Draft;
  mistakes: Mistake[];
}

/** Marked fields with what stands beside each; a field marked by the words beside another one has an empty text. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/** The fields to mark in `draft`: those at fault that have not been changed since. Of two mistakes about one field, the first. */
export function markedFields({ draft: refused, mistakes }: RefusedDraft, draft: Draft): FieldErrors {
  const errors: FieldErrors = {};
  for (const { fields, message } of mistakes) {
    const unchanged = fields.filter((field) => draft[field] === refused[field]);
    for (const [index, field] of unchanged.entries()) errors[field] ??= index === 0 ? message : '';
  }
  return errors;
}
