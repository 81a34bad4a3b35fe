import * as z from 'zod/mini';
import { type StoredFile, storedFileSchema } from './files/stored-file.ts';

const NO_NUMBER = 'Please enter the number on the document.';
const NO_DATE = 'Please enter the date it expires.';

/**
 * A paper of a driver or vehicle: its kind, number, last valid day (YYYY-MM-DD, Las Vegas) and file. On a
 * change, `file: null` removes the file and an absent `file` keeps it.
 */
export const paperSchema = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  z.object({
    kind: z.enum(kinds, 'Please choose a kind of document.'),
    number: z
      .string(NO_NUMBER)
      .check(
        z.trim(),
        z.minLength(1, NO_NUMBER),
        z.maxLength(60, 'Please keep the number to 60 characters.'),
      ),
    expiresOn: z.string(NO_DATE).check(z.refine(isCalendarDate, NO_DATE)),
    file: z.nullish(storedFileSchema),
  });

/** A paper of any kind. */
export interface Paper {
  kind: string;
  number: string;
  expiresOn: string;
  file?: StoredFile | null | undefined;
}

/** The most papers of one driver or vehicle. */
export const MAX_PAPERS = 20;

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns the first paper that has expired on a date (YYYY-MM-DD); null if all are valid. */
export const expiredPaper = (papers: readonly Paper[], date: string): Paper | null =>
  papers.find(({ expiresOn }) => expiresOn < date) ?? null;

/** Returns the last date on which all papers are valid; null without papers. */
export const validUntil = (papers: readonly Paper[]): string | null =>
  papers.map(({ expiresOn }) => expiresOn).toSorted()[0] ?? null;

/**
 * Returns recorded papers together with newer ones, each in place of those of its kind, unless one of these
 * is valid longer or is the same paper. Null if nothing would change.
 */
export function withNewerPapers<AnyPaper extends Paper>(
  recorded: readonly AnyPaper[],
  papers: readonly AnyPaper[],
): AnyPaper[] | null {
  const added = papers.filter((paper) => !recorded.some((known) => isAtLeast(known, paper)));
  if (added.length === 0) return null;
  return [...recorded.filter(({ kind }) => !added.some((paper) => paper.kind === kind)), ...added];
}

const isAtLeast = (recorded: Paper, paper: Paper): boolean =>
  recorded.kind === paper.kind &&
  (recorded.expiresOn > paper.expiresOn ||
    (recorded.expiresOn === paper.expiresOn &&
      recorded.number === paper.number &&
      (!paper.file || recorded.file?.id === paper.file.id)));

const NAMES: Readonly<Record<string, string>> = {
  license: 'license',
  'tnc-permit': 'TNC permit',
  insurance: 'insurance',
  inspection: 'inspection',
  registration: 'registration',
  'background-check': 'background check',
  'medical-card': 'medical card',
  'operating-permit': 'operating permit',
};

/** Returns the name of a kind of paper for use in a sentence: `TNC permit`. */
export const paperName = (kind: string): string => NAMES[kind] ?? kind;
