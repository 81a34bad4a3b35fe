import clsx from 'clsx';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** `page` for pages to read, `screen` for pages to work with. */
  size?: 'page' | 'screen';
  className?: string;
}

/** The single h1 of a page, with the space above it. */
export const PageHeading = ({ title, lead, size = 'page', className }: PageHeadingProps) => (
  <header className={clsx(size === 'page' ? 'pt-10 lg:pt-18' : 'pt-7 lg:pt-12', className)}>
    <h1 className={clsx('display text-40', size === 'page' ? 'lg:text-72' : 'lg:text-56')}>{title}</h1>
    {lead && <p className="mt-4 max-w-[36em] text-pretty text-18 text-ink-2">{lead}</p>}
  </header>
);
