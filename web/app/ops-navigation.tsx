import clsx from 'clsx';
import { Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import type { OpsPage } from '#common/ops/ops-pages.ts';

/** The number of pending items on a page; null while unknown. `danger` marks items that need action now. */
interface Waiting {
  count: number | null;
  tone: 'danger' | 'gold';
}

/** Pending items by page path, shown beside the page's name unless zero. */
export type PageCounts = Readonly<Record<string, Waiting>>;

interface OpsNavigationProps {
  pages: readonly OpsPage[];
  counts?: PageCounts;
}

/** The console's pages in its header: the dispatchers' pages, a hairline, then the admins' pages. */
export const OpsNavigation = ({ pages, counts = {} }: OpsNavigationProps) => (
  <nav
    aria-label="Console"
    className="flex h-full items-stretch gap-4 text-14 font-medium max-xl:hidden min-[1400px]:gap-6"
  >
    {pages.map(({ path, label, who }, index) => (
      <Fragment key={path}>
        {who === 'admin' && pages[index - 1]?.who === 'dispatcher' && (
          <span aria-hidden className="my-auto h-5 border-line border-l" />
        )}
        <NavLink
          to={path}
          end={path === '/ops'}
          className={({ isActive }) =>
            clsx('relative flex items-center whitespace-nowrap hover:text-ink', !isActive && 'text-ink-2')
          }
        >
          {({ isActive }) => (
            <>
              {label}
              <PageCount waiting={counts[path]} className="ml-2" />
              {isActive && <CurrentMark className="-bottom-[1.5px] left-0" />}
            </>
          )}
        </NavLink>
      </Fragment>
    ))}
  </nav>
);

interface PageCountProps {
  waiting: Waiting | undefined;
  className?: string;
}

/** The number of pending items on a page. */
export const PageCount = ({ waiting, className }: PageCountProps) =>
  waiting?.count ? (
    <span
      className={clsx(
        'figures font-semibold text-12',
        waiting.tone === 'danger' ? 'text-danger' : 'text-gold-ink',
        className,
      )}
    >
      {waiting.count}
      <span className="sr-only"> waiting</span>
    </span>
  ) : null;

/** Half a route line on a hairline, which marks the current page. */
export const CurrentMark = ({ className }: { className: string }) => (
  <span aria-hidden data-size="half" className={clsx('route-line absolute w-[35px]', className)} />
);
