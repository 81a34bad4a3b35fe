import { capitalize } from '#common/capitalize.ts';
import { DAY_MS } from '#common/durations.ts';
import { formatDate } from '#common/format-date-time.ts';
import { type Paper, paperName } from '#common/papers.ts';
import { addDays, dateInVegas } from '#common/time.ts';

/** Warns of a paper this many days before its last day. */
const WARN_DAYS = 30;

/** A paper, with the vehicle it belongs to where several are listed together. */
export interface NamedPaper extends Paper {
  /** Such as a plate. */
  of?: string;
}

/** Validity of papers in words, with its severity. */
export interface PaperStatus {
  tone: 'fine' | 'warn' | 'danger';
  text: string;
}

/** The paper that expires first: `Inspection ends Wed 2 Dec, in 12 days`. */
export function worstPaper(papers: readonly NamedPaper[], now: Date): PaperStatus {
  const [worst] = papers.toSorted((one, other) => one.expiresOn.localeCompare(other.expiresOn));
  if (!worst) return { tone: 'warn', text: 'No documents yet' };
  const status = paperStatus(worst, now);
  if (status.tone === 'fine') return { tone: 'fine', text: 'All in date' };
  const name = worst.of ? `${titleOf(worst.kind)} of ${worst.of}` : titleOf(worst.kind);
  return { ...status, text: `${name} ${status.text}` };
}

/** The validity of one paper: `ends Wed 2 Dec, in 12 days`. A paper is still valid on its last day. */
export function paperStatus({ expiresOn }: Paper, now: Date): PaperStatus {
  const today = dateInVegas(now);
  const day = formatDate(expiresOn, now);
  if (expiresOn < today) return { tone: 'danger', text: `ended ${day}` };
  if (expiresOn > addDays(today, WARN_DAYS)) return { tone: 'fine', text: `ends ${day}` };
  const days = Math.round((Date.parse(expiresOn) - Date.parse(today)) / DAY_MS);
  const ahead = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return { tone: 'warn', text: `ends ${day}, ${ahead}` };
}

/** A kind of paper, capitalized: `TNC permit`. */
export function titleOf(kind: string): string {
  const name = paperName(kind);
  return capitalize(name);
}
