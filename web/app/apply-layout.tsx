import { House } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageOutlet } from './page-outlet.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

/**
 * The layout of the driver application and of shared trips: home link, optional note, theme toggle. It has no
 * navigation, so that nobody leaves by accident. The note is hidden once the page sets `data-sent`.
 */
export const ApplyLayout = ({ note }: { note?: string }) => (
  <div className="flex min-h-dvh flex-col has-data-sent:[&_.page-note]:invisible">
    <SkipLink />
    <header className="border-line border-b bg-bg">
      <div className="column flex h-15 items-center gap-[8px] lg:h-18">
        <Link
          to="/"
          aria-label="Home"
          className="-ml-[12px] grid size-[44px] shrink-0 place-items-center rounded-field hover:bg-sunken"
        >
          <House aria-hidden size={20} strokeWidth={1.75} />
        </Link>
        <Wordmark />
        {note && <p className="page-note ml-auto text-14 text-ink-2">{note}</p>}
        <div className={note ? 'ml-3' : 'ml-auto'}>
          <ThemeToggle />
        </div>
      </div>
    </header>
    <PageOutlet />
  </div>
);
