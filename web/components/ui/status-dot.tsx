import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Colour of a status; `muted` is secondary ink. */
export type StatusTone = 'gold' | 'ok' | 'warn' | 'danger' | 'muted';

const TONES: Record<StatusTone, string> = {
  gold: 'text-gold-ink',
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  muted: 'text-ink-2',
};

/** A status: a dot and its word, in the status's colour. */
export const StatusDot = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={clsx('inline-flex items-center gap-2 text-14 font-medium', TONES[tone])}>
    <span aria-hidden className="size-2 shrink-0 rounded-full bg-current" />
    {children}
  </span>
);
