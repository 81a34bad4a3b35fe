import * as z from 'zod/mini';
import { type StoredFile, storedFileSchema } from './files/stored-file.ts';

const NO_NUMBER = 'Please enter the number on the document.';
const NO_DATE = 'Please enter the date it expires.';

/**
 * A paper of a driver or a vehicle: its kind, its number, the last day on which it is valid (YYYY-MM-DD, in Las
 * Vegas), and the file that shows it. Sent with null it has none from then on, sent without it keeps the one it has.
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

/** The first of some papers that is no longer valid on a date (YYYY-MM-DD); null when all are. */
export const expiredPaper = (papers: readonly Paper[], date: string): Paper | null =>
  papers.find(({ expiresOn }) => expiresOn < date) ?? null;

/** The last date on which all of some papers are valid; null when none expires. */
export const validUntil = (papers: readonly Paper[]): string | null =>
  papers.map(({ expiresOn }) => expiresOn).toSorted()[0] ?? null;

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

/** A kind of paper in words, within a sentence: `TNC permit`. */
export const paperName = (kind: string): string => NAMES[kind] ?? kind;
