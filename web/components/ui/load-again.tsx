import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Reloads the page after code failed to load (see `useLazyImport`), which also fetches a newer build. */
export const LOAD_AGAIN = {
  label: 'Reload the page',
  onPress: () => window.location.reload(),
  isSticky: true as const,
};

interface LoadAgainProps {
  /** Says what is missing. */
  children: ReactNode;
  className?: string;
}

/** Replaces a part whose code failed to load. */
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
