import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { OPS_CONTROL } from '../ops-control.ts';

interface TurnerProps {
  /** The displayed week or day: `Mon 9 to Sun 15 Nov`. */
  title: string;
  /** Shown beside the title, such as `this week`. */
  note?: string | null;
  /** `week` or `day`. */
  unit: string;
  /** URLs of the previous and the next one; null if it does not exist yet. */
  previous: string;
  next: string | null;
  children?: ReactNode;
}

/** Heading for the displayed week or day, with links to the adjacent ones, and actions at the right. */
export const PeriodNavigator = ({ title, note, unit, previous, next, children }: TurnerProps) => (
  <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
    <h2 aria-live="polite" className="display text-28">
      {title}
    </h2>
    {note && <span className="text-14 text-ink-2">{note}</span>}
    <div className="flex gap-1 print:hidden">
      <PeriodLink to={previous} label={`Previous ${unit}`}>
        <ChevronLeft aria-hidden size={18} />
      </PeriodLink>
      <PeriodLink to={next} label={`Next ${unit}`}>
        <ChevronRight aria-hidden size={18} />
      </PeriodLink>
    </div>
    <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full print:hidden">{children}</div>
  </div>
);

function PeriodLink({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const className = buttonClass({ variant: 'outline', className: `${OPS_CONTROL} px-2.5!` }, to === null);
  return to === null ? (
    <button type="button" aria-disabled aria-label={label} className={className}>
      {children}
    </button>
  ) : (
    <Link to={to} replace aria-label={label} className={className}>
      {children}
    </Link>
  );
}
