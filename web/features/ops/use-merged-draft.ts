import { useEffect, useRef, useState } from 'react';
import { mergeHours } from '#web/components/merge-hours.ts';
import type { DraftHours } from '#web/components/weekly-hours-fields.tsx';
import { mergePapers } from './papers/merge-papers.ts';
import type { PaperDraft } from './papers/papers-fields.tsx';

/** Fields that are merged part by part: papers, and the weekdays of a driver's hours. */
interface WithParts {
  documents?: PaperDraft[];
  weeklyHours?: DraftHours[];
}

interface DraftParts<Stored, Draft extends object & WithParts> {
  /** Builds the form's values from the stored object. */
  draftOf: (stored: Stored) => Draft;
  /** Names of all other fields, as shown to the user. */
  names: Readonly<Record<Exclude<keyof Draft, keyof WithParts>, string>>;
}

/**
 * A form draft of an object that other users may change in the meantime.
 *
 * @returns `merge`, which rebases the draft on the newest version. Edits remain in fields, papers and days
 * that the newest version leaves unchanged; the others take its values. It returns the names of those in
 * which a different edit was dropped.
 */
export function useMergedDraft<Stored, Draft extends object & WithParts>(
  opened: Stored,
  { draftOf, names }: DraftParts<Stored, Draft>,
) {
  const [stored, setStored] = useState(opened);
  /** The form's values for `stored`. */
  const [base, setBase] = useState(() => draftOf(opened));
  const [draft, setDraft] = useState(base);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  const merge = (newest: Stored): string[] => {
    const typed = latest.current;
    const now = draftOf(newest);
    const papers = mergePapers({
      before: base.documents ?? [],
      typed: typed.documents ?? [],
      now: now.documents ?? [],
    });
    const hours = mergeHours({
      before: base.weeklyHours ?? [],
      typed: typed.weeklyHours ?? [],
      now: now.weeklyHours ?? [],
    });
    const changed = fieldsOf(names).filter((field) => !isSame(now[field], base[field]));
    const lost = changed.filter(
      (field) => !isSame(typed[field], base[field]) && !isSame(typed[field], now[field]),
    );
    setStored(newest);
    setBase({ ...now, ...(now.documents && { documents: papers.base }) });
    setDraft({
      ...typed,
      ...Object.fromEntries(changed.map((field) => [field, now[field]])),
      ...(typed.documents && { documents: papers.merged }),
      ...(typed.weeklyHours && { weeklyHours: hours.merged }),
    });
    return [...lost.map((field) => names[field]), ...papers.lost, ...hours.lost];
  };

  return { stored, draft, setDraft, merge };
}

const fieldsOf = <Names extends object>(names: Names) => Object.keys(names) as (keyof Names)[];

/** Compares without `key`, because every draft has its own row keys. */
const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
const textOf = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part));

/** The message for `onConflict` that names the dropped edits; null if there are none. */
export const droppedEditsMessage = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Someone else saved first. Shown as it is now: ${names.join(', ')}.`;
