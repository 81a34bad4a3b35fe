import { CarFront, House } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AccountControl } from '#web/features/users/account-control.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { firstPath } from './role-paths.ts';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

interface RideLayoutProps {
  /** The other ride screen that the header links to. */
  link?: { to: string; label: string };
  /**
   * Whether a switch of roles navigates to the other role's first screen, since this screen is for one role.
   */
  followsRole?: boolean;
}

interface RideHeaderProps extends RideLayoutProps {
  /** Additional links in the account menu. */
  menuLinks?: readonly { to: string; label: string }[];
  /** A navigation in place of the link. */
  children?: ReactNode;
}

/** The layout of the ride screens and checkout: a header, no footer. */
export const RideLayout = (header: RideLayoutProps) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <RideHeader {...header} />
    <PageOutlet />
  </div>
);

/** The header of the ride screens: home, link or navigation, theme, account. */
export function RideHeader({ link, followsRole = true, menuLinks, children }: RideHeaderProps) {
  const navigate = useNavigate();

  return (
    <header className="sticky top-0 z-30 border-line border-b bg-bg">
      <div className="column flex h-15 items-center gap-[8px] lg:h-18">
        <Link
          to="/"
          aria-label="Home"
          className="-ml-[12px] grid size-[44px] shrink-0 place-items-center rounded-field hover:bg-sunken"
        >
          <House aria-hidden size={20} strokeWidth={1.75} />
        </Link>
        <Wordmark className="max-[22.4rem]:hidden" />
        <div className="ml-auto flex min-w-0 items-center gap-[8px] self-stretch sm:gap-3">
          {children}
          {link && (
            <Link
              to={link.to}
              className="flex min-h-11 items-center gap-2.5 rounded-field px-[8px] text-14 font-semibold whitespace-nowrap hover:bg-sunken sm:px-3"
            >
              <CarFront aria-hidden size={18} strokeWidth={1.75} className="max-sm:hidden" />
              {link.label}
            </Link>
          )}
          <ThemeToggle />
          <AccountControl
            look="box"
            links={menuLinks}
            onSwitched={(role) => followsRole && void navigate(firstPath(role))}
          />
        </div>
      </div>
    </header>
  );
}
