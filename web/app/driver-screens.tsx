import clsx from 'clsx';
import { CalendarDays, CarFront, List, type LucideIcon, Wallet } from 'lucide-react';
import type { ComponentType } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { lazyPage } from './content-pages.tsx';
import { OwnPosition } from './own-position.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { RideHeader } from './ride-layout.tsx';
import { SkipLink } from './skip-link.tsx';

/** A driver's screens, in the order of the navigation. */
const SCREENS: readonly { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/driver', label: 'Requests', Icon: List },
  { to: '/driver-rides', label: 'My Rides', Icon: CarFront },
  { to: '/driver-schedule', label: 'Schedule', Icon: CalendarDays },
  { to: '/driver-earnings', label: 'Earnings', Icon: Wallet },
];

/** The lazy pages by path. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  '/driver': lazyPage(() => import('./pages/driver-page.tsx'), 'DriverPage'),
  '/driver-rides': lazyPage(() => import('./pages/driver-rides-page.tsx'), 'DriverRidesPage'),
  '/driver-schedule': lazyPage(() => import('./pages/driver-schedule-page.tsx'), 'DriverSchedulePage'),
  '/driver-earnings': lazyPage(() => import('./pages/driver-earnings-page.tsx'), 'DriverEarningsPage'),
  '/driver-rating': lazyPage(() => import('./pages/driver-rating-page.tsx'), 'DriverRatingPage'),
};

const MENU_LINKS = [{ to: '/driver-rating', label: 'My Rating' }];

/** Renders the driver page of the current path. Keeps the driver chunks out of the public pages. */
function DriverScreen() {
  const { pathname } = useLocation();
  const Page = PAGES[pathname.replace(/\/$/, '')];
  return Page && <Page />;
}

/** A driver's pages and their navigation: in the header, or at the bottom of a phone's screen. */
export const DriverScreens = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <RideHeader menuLinks={MENU_LINKS}>
      <nav aria-label="Driver" className="flex shrink-0 self-stretch max-md:hidden">
        {SCREENS.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              clsx(
                'relative flex items-center px-1.5 text-14 whitespace-nowrap transition-colors hover:text-ink lg:px-4',
                isActive ? 'font-semibold text-ink' : 'text-ink-2',
              )
            }
          >
            {({ isActive }) => (
              <>
                {label}
                {isActive && (
                  <span
                    aria-hidden
                    data-size="half"
                    className="route-line absolute inset-x-1.5 -bottom-[1.5px] lg:inset-x-4"
                  />
                )}
              </>
            )}
          </NavLink>
        ))}
      </nav>
    </RideHeader>
    <OwnPosition />
    <PageOutlet>
      <DriverScreen />
    </PageOutlet>
    <nav
      aria-label="Driver"
      className="sticky bottom-0 z-30 flex border-line border-t bg-bg pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {SCREENS.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            clsx(
              'relative flex h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-12 font-medium',
              isActive ? 'text-gold-ink' : 'text-ink-2',
            )
          }
        >
          {({ isActive }) => (
            <>
              {isActive && (
                <span
                  aria-hidden
                  data-size="half"
                  className="route-line absolute -top-[1.5px] left-1/2 w-[30px] -translate-x-1/2"
                />
              )}
              <Icon aria-hidden size={22} strokeWidth={1.75} />
              {label}
            </>
          )}
        </NavLink>
      ))}
    </nav>
  </div>
);
