import clsx from 'clsx';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { OPS_PAGES, type OpsPage, type OpsPath } from '#common/ops/ops-pages.ts';
import { Popover } from '#web/components/ui/popover.tsx';
import { CurrentMark, PageCount, type PageCounts } from './ops-navigation.tsx';
import { OPS_SCREENS } from './ops-screens.tsx';

/** The number of tabs that fit a phone. */
const ROOM = 5;

interface OpsTabBarProps {
  pages: readonly OpsPage[];
  counts?: PageCounts;
}

/** The console's pages at the bottom of a narrow window, the rest under More. Empty without pages. */
export function OpsTabBar({ pages, counts = {} }: OpsTabBarProps) {
  if (pages.length === 0) return null;
  const shown = pages.length > ROOM ? pages.slice(0, ROOM - 1) : pages;
  const rest = pages.slice(shown.length);
  return (
    <nav
      aria-label="Console"
      className="print:hidden sticky bottom-0 z-30 flex border-line border-t bg-bg pb-[env(safe-area-inset-bottom)] xl:hidden"
    >
      {shown.map(({ path, label }) => (
        <NavLink
          key={path}
          to={path}
          end={path === '/ops'}
          className={({ isActive }) => clsx(TAB, isActive ? 'text-ink' : 'text-ink-2')}
        >
          {({ isActive }) => (
            <>
              {isActive && <CurrentMark className="-top-[1.5px] left-1/2 -translate-x-1/2" />}
              <TabFace label={label} Icon={iconOf(path)} waiting={counts[path]} />
            </>
          )}
        </NavLink>
      ))}
      {rest.length > 0 && (
        <Popover
          align="up"
          triggerClass={`${TAB} text-ink-2`}
          panelClass="w-60 p-2"
          trigger={<TabFace label="More" Icon={Ellipsis} />}
        >
          {rest.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className="flex min-h-11 items-center rounded-item px-3 hover:bg-sunken aria-[current]:font-semibold"
            >
              {label}
              <PageCount waiting={counts[path]} className="ml-2" />
            </NavLink>
          ))}
        </Popover>
      )}
    </nav>
  );
}

const TAB =
  'relative flex h-15 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-12 font-medium';

const isKnown = (path: string): path is OpsPath => OPS_PAGES.some((page) => page.path === path);
const iconOf = (path: string): LucideIcon => (isKnown(path) ? OPS_SCREENS[path].Icon : Ellipsis);

interface TabFaceProps {
  label: string;
  Icon: LucideIcon;
  waiting?: PageCounts[string] | undefined;
}

const TabFace = ({ label, Icon, waiting }: TabFaceProps) => (
  <>
    <span className="relative">
      <Icon aria-hidden size={20} strokeWidth={1.75} />
      <PageCount waiting={waiting} className="-top-1.5 absolute left-full" />
    </span>
    <span className="max-w-full truncate px-1">{label}</span>
  </>
);
