import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Popover } from '#web/components/ui/popover.tsx';
import type { NavigationGroup } from '#web/content/navigation.ts';

/** One group of pages as a dropdown of the site's header. */
export const HeaderMenu = ({ group: { title, links } }: { group: NavigationGroup }) => (
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
