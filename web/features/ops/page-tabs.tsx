import clsx from 'clsx';
import { NavLink } from 'react-router-dom';

interface PageTabsProps {
  /** What they have in common, for screen readers. */
  label: string;
  tabs: readonly { to: string; label: string }[];
}

/** Pages that share one entry of the navigation, beside their title: links that look like a segmented control. */
export const PageTabs = ({ label, tabs }: PageTabsProps) => (
  <nav aria-label={label} className="flex gap-1 self-center rounded-card bg-sunken p-1">
    {tabs.map((tab) => (
      <NavLink
        key={tab.to}
        to={tab.to}
        end
        className={({ isActive }) =>
          clsx(
            'grid min-h-11 place-items-center rounded-item px-3 text-14 font-medium transition-colors xl:pointer-fine:min-h-7',
            isActive
              ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)] dark:bg-bg'
              : 'text-gold-ink hover:text-ink',
          )
        }
      >
        {tab.label}
      </NavLink>
    ))}
  </nav>
);
