import clsx from 'clsx';

/** The route line across the column, between two sections of a page. */
export const SectionDivider = ({ className }: { className?: string }) => (
  <div aria-hidden data-edge className={clsx('route-line opacity-70', className)} />
);
