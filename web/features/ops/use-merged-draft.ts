import { useEffect, useRef, useState } from 'react';

/**
 * A draft of something that others may change while it is typed.
 *
 * @param draftOf the values of the form for what is stored
 * @returns `merge`, which goes on from the newest version: what was typed stays in fields that it did not change, and in the others it
 * wins; returned are those in which something else was typed
 */
export function useMergedDraft<Stored, Draft extends object>(
  opened: Stored,
  draftOf: (stored: Stored) => Draft,
) {
  const [stored, setStored] = useState(opened);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const merge = (newest: Stored): (keyof Draft)[] => {
    const typed = latest.current;
    const [before, now] = [draftOf(stored), draftOf(newest)];
    const changed = fieldsOf(now).filter((field) => !isSame(now[field], before[field]));
    setStored(newest);
    setDraft({ ...typed, ...Object.fromEntries(changed.map((field) => [field, now[field]])) });
    return changed.filter(
      (field) => !isSame(typed[field], before[field]) && !isSame(typed[field], now[field]),
    );
  };

  return { stored, draft, setDraft, merge };
}

const fieldsOf = <Draft extends object>(draft: Draft) => Object.keys(draft) as (keyof Draft)[];

/** Rows of a list are told apart by keys, which each draft has of its own. */
const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
const textOf = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part));

/** What became of fields that were typed, for `onConflict` of a form: `Saved by somebody else first, and shown as it is now: documents.` */
export const lostInWords = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Saved by somebody else first, and shown as it is now: ${names.join(', ')}.`;
