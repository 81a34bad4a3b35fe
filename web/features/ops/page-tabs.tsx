import clsx from 'clsx';
import { Link, useLocation } from 'react-router-dom';

interface PageTabsProps {
  /** What the tabs have in common, for screen readers. */
  label: string;
  /** `isCurrent` is required if the path alone does not tell. */
  tabs: readonly { to: string; label: string; isCurrent?: boolean }[];
}

/** Tabs beside the title for pages that share one navigation entry: links styled as a segmented control. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className="flex gap-1 self-center rounded-card bg-sunken p-1 print:hidden">
      {tabs.map(({ to, label: name, isCurrent = to === pathname }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx(
            'grid min-h-11 place-items-center rounded-item px-3 text-14 font-medium transition-colors xl:pointer-fine:min-h-7',
            isCurrent
              ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)] dark:bg-bg'
              : 'text-gold-ink hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
