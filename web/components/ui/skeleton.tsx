import clsx from 'clsx';

/** A loading placeholder. Wrap a group of them in `aria-busy` with a text for screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block max-w-full animate-pulse rounded-item bg-sunken', className)} />
);
