import type { ReactNode } from 'react';
import { PageMeta } from '#web/lib/page-meta.tsx';

interface OpsHeadProps {
  title: string;
  /** Beside the title: what the page is about, a live mark. */
  note?: ReactNode;
  /** At the right: filters, search, the page's action. */
  children?: ReactNode;
}

/** The head of a page of the console: its one h1, a note, its controls. */
export const OpsHead = ({ title, note, children }: OpsHeadProps) => (
  <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5 pb-4">
    <PageMeta title={title} />
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <h1 className="display text-40">{title}</h1>
      {note && <p className="text-14 text-ink-2">{note}</p>}
    </div>
    {children && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>}
  </header>
);
