import { useEffect, useRef, useState } from 'react';
import { mergeHours } from '#web/components/merge-hours.ts';
import type { DraftHours } from '#web/components/weekly-hours-fields.tsx';
import { mergePapers } from './papers/merge-papers.ts';
import type { PaperDraft } from './papers/papers-fields.tsx';

/** What is merged part by part: papers, and the weekdays of a driver's hours. */
interface WithParts {
  documents: PaperDraft[];
  weeklyHours?: DraftHours[];
}

interface DraftParts<Stored, Draft extends WithParts> {
  /** The values of the form for what is stored. */
  draftOf: (stored: Stored) => Draft;
  /** What its other fields are called. */
  names: Readonly<Record<Exclude<keyof Draft, keyof WithParts>, string>>;
}

/**
 * A draft of something that others may change while it is typed.
 *
 * @returns `merge`, which goes on from the newest version: what was typed stays in fields, papers and days that it did not change, and in the
 * others it wins; returned are the names of those in which something else was typed
 */
export function useMergedDraft<Stored, Draft extends WithParts>(
  opened: Stored,
  { draftOf, names }: DraftParts<Stored, Draft>,
) {
  const [stored, setStored] = useState(opened);
  /** The form for what is stored. */
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
      before: base.documents,
      typed: typed.documents,
      now: now.documents,
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
    setBase({ ...now, documents: papers.base });
    setDraft({
      ...typed,
      ...Object.fromEntries(changed.map((field) => [field, now[field]])),
      documents: papers.merged,
      ...(typed.weeklyHours && { weeklyHours: hours.merged }),
    });
    return [...lost.map((field) => names[field]), ...papers.lost, ...hours.lost];
  };

  return { stored, draft, setDraft, merge };
}

const fieldsOf = <Names extends object>(names: Names) => Object.keys(names) as (keyof Names)[];

/** Rows of a list are told apart by keys, which each draft has of its own. */
const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
const textOf = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part));

/** What became of what was typed, for `onConflict` of a form: `Saved by somebody else first, and shown as it is now: license.` */
export const lostInWords = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Saved by somebody else first, and shown as it is now: ${names.join(', ')}.`;
