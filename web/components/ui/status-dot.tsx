import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The colour of a status; `muted` is the secondary ink. */
export type StatusTone = 'gold' | 'ok' | 'warn' | 'danger' | 'muted';

const TONES: Record<StatusTone, string> = {
  gold: 'text-gold-ink',
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  muted: 'text-ink-2',
};

interface StatusDotProps {
  tone: StatusTone;
  /** Draws a ring instead of a dot: nothing is happening. */
  isHollow?: boolean;
  children: ReactNode;
}

/** A status as a dot and a word, in the status's colour. */
export const StatusDot = ({ tone, isHollow = false, children }: StatusDotProps) => (
  <span className={clsx('inline-flex items-center gap-2 text-14 font-medium', TONES[tone])}>
    <span
      aria-hidden
      className={clsx('size-2 shrink-0 rounded-full', isHollow ? 'border-2 border-current' : 'bg-current')}
    />
    {children}
  </span>
);
