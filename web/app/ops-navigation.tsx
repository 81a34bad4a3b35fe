import clsx from 'clsx';
import { Fragment } from 'react';
import { NavLink } from 'react-router-dom';
import type { OpsPage } from '#common/ops/ops-pages.ts';

/** The console's pages in its header, dispatchers' first, then, after a hairline, the admins'. */
export const OpsNavigation = ({ pages }: { pages: readonly OpsPage[] }) => (
  <nav aria-label="Console" className="flex h-full items-stretch gap-6 text-14 font-medium max-xl:hidden">
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
              {isActive && <CurrentMark className="-bottom-[1.5px] left-0" />}
            </>
          )}
        </NavLink>
      </Fragment>
    ))}
  </nav>
);

/** Half a route line on a hairline: this is where one is. */
export const CurrentMark = ({ className }: { className: string }) => (
  <span aria-hidden data-size="half" className={clsx('route-line absolute w-[35px]', className)} />
);
