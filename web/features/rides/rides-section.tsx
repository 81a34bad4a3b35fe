import type { ReactNode } from 'react';

interface RidesSectionProps {
  title: string;
  count: number;
  children: ReactNode;
}

/** A headline with the number of its rides, and the rides. */
export const RidesSection = ({ title, count, children }: RidesSectionProps) => (
  <section aria-label={title} className="mb-10 sm:mb-12">
    <div className="mb-5 flex items-baseline justify-between gap-4">
      <h2 className="display text-28">{title}</h2>
      {count > 0 && <p className="text-14 text-ink-2">{count === 1 ? '1 ride' : `${count} rides`}</p>}
    </div>
    {children}
  </section>
);
