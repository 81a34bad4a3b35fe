import clsx from 'clsx';
import type { PaperStatus } from './paper-status.ts';

const TONES: Record<PaperStatus['tone'], string> = {
  fine: 'text-ink-2',
  warn: 'font-medium text-warn',
  danger: 'font-medium text-danger',
};

/** A status of papers, colored by severity. */
export const PaperMark = ({ status: { tone, text } }: { status: PaperStatus }) => (
  <span className={clsx('text-14', TONES[tone])}>{text}</span>
);
