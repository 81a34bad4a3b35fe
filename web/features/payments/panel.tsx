import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Said at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The right half of the checkout: what there is to do about the ride. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {aside && <p className="text-14 text-ink-2">{aside}</p>}
      </div>
      {children}
    </section>
  );
}
