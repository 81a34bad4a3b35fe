import type { ReactNode } from 'react';
import { PageMeta } from '#web/lib/page-meta.tsx';

interface OpsHeadProps {
  title: string;
  /** Title of the browser tab, if it differs from the page's. */
  tabTitle?: string;
  /** Links to related pages, including the current one. */
  tabs?: ReactNode;
  /** Beside the title, such as a description or the connection state. */
  note?: ReactNode;
  /** At the right: filters, search, and the page's actions. */
  children?: ReactNode;
}

/** The header of a console page: its h1, a note, and its controls. */
export const OpsHeader = ({ title, tabTitle = title, tabs, note, children }: OpsHeadProps) => (
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
