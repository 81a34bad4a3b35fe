import clsx from 'clsx';
import { ChevronDown, Menu } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { NAVIGATION, type NavigationGroup } from '#web/content/navigation.ts';
import { AccountControl } from '#web/features/users/account-control.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { myRidesLabel, myRidesPath } from './role-paths.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

const sidePanel = lazyImport(() => import('./side-panel.tsx'));
const warmUpSidePanel = () => void sidePanel.load().catch(() => {});

/** The header of every page except the ride screens: dropdowns from `lg` up, the side panel below. */
export function SiteHeader() {
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const code = useLazyImport(sidePanel, isPanelOpen);
  const role = useSessionStore((state) => state.activeRole);

  return (
    <header className="sticky top-0 z-30 border-line border-b bg-bg">
      <div className="mx-auto flex h-15 max-w-[1440px] items-center gap-2 px-5 sm:px-8 lg:h-18 lg:px-6 xl:gap-3 xl:px-12">
        <Wordmark />
        <nav aria-label="Main" className="flex flex-1 justify-center max-lg:hidden">
          {NAVIGATION.map((group) => (
            <HeaderMenu key={group.title} group={group} />
          ))}
        </nav>
        <div className="flex items-center gap-1.5 max-lg:hidden xl:gap-3">
          <ButtonLink to={myRidesPath(role)} variant="outline" className="text-14!">
            {myRidesLabel(role)}
          </ButtonLink>
          <ThemeToggle />
          <AccountControl look="pill" />
        </div>
        <div className="ml-auto flex items-center gap-2 lg:hidden">
          <ThemeToggle />
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            onPointerEnter={warmUpSidePanel}
            onClick={() => setIsPanelOpen(true)}
          >
            <Menu aria-hidden size={22} strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      {code && <code.SidePanel isOpen={isPanelOpen} onClose={() => setIsPanelOpen(false)} />}
    </header>
  );
}

/** A dropdown of the site's header, with one group of pages. */
const HeaderMenu = ({ group: { title, links } }: { group: NavigationGroup }) => (
  <Popover
    trigger={
      <>
        {title}
        <ChevronDown aria-hidden size={16} className="chevron transition-transform" />
      </>
    }
    triggerClass="flex min-h-11 items-center gap-2 rounded-field px-2 text-14 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink xl:px-3.5"
    panelClass="w-[560px] p-3"
  >
    <ul className={clsx('grid gap-1', links.length > 1 && 'grid-cols-2')}>
      {links.map(({ to, label, hint }) => (
        <li key={to}>
          <Link
            to={to}
            className="block rounded-item px-3.5 py-2.5 transition-colors hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-offset-0"
          >
            <span className="block text-16 font-medium">{label}</span>
            <span className="block text-14 text-ink-2">{hint}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Popover>
);
