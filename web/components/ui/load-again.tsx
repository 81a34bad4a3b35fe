import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The way to code that could not be had: see `useLazyImport`. What a newer version of the site has replaced comes with it, too. */
export const LOAD_AGAIN = {
  label: 'Load the page again',
  onPress: () => window.location.reload(),
  isSticky: true as const,
};

interface LoadAgainProps {
  /** What is missing. */
  children: ReactNode;
  className?: string;
}

/** In place of a part whose code could not be had. */
export const LoadAgain = ({ children, className }: LoadAgainProps) => (
  <p className={clsx('text-ink-2', className)}>
    {children}{' '}
    <button
      type="button"
      className="min-h-11 font-semibold text-gold-ink hover:underline"
      onClick={LOAD_AGAIN.onPress}
    >
      {LOAD_AGAIN.label}
    </button>
  </p>
);
