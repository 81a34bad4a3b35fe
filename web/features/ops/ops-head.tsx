import type { ReactNode } from 'react';
import { PageMeta } from '#web/lib/page-meta.tsx';

interface OpsHeadProps {
  title: string;
  /** In the tab, where it says more than the title. */
  tabTitle?: string;
  /** Links to the pages that belong together, the current one among them. */
  tabs?: ReactNode;
  /** Beside the title: what the page is about, a live mark. */
  note?: ReactNode;
  /** At the right: filters, search, the page's action. */
  children?: ReactNode;
}

/** The head of a page of the console: its one h1, a note, its controls. */
export const OpsHead = ({ title, tabTitle = title, tabs, note, children }: OpsHeadProps) => (
  <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5 pb-4">
    <PageMeta title={tabTitle} />
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <h1 className="display text-40">{title}</h1>
      {tabs}
      {note && <div className="text-14 text-ink-2">{note}</div>}
    </div>
    {children && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>}
  </header>
);
