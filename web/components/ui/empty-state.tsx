import type { ReactNode } from 'react';
import { RouteLine } from './route-line.tsx';

/** The classes of a panel that stands for a list or a page. */
export const STATE_PANEL =
  'grid min-h-75 content-center justify-items-center rounded-card border border-line bg-surface p-5 text-center sm:p-12';

interface EmptyStateProps {
  title: string;
  text: string;
  /** The next step: a button or a link. */
  action?: ReactNode;
}

/** An empty list, or a page of another role: a route line that fades out, and the next step. */
export const EmptyState = ({ title, text, action }: EmptyStateProps) => (
  <div className={STATE_PANEL}>
    <RouteLine end="hollow" isFading className="mb-6 w-45 max-w-full" />
    <h2 className="display text-28">{title}</h2>
    <p className="mt-2 text-ink-2">{text}</p>
    {action && <div className="mt-6">{action}</div>}
  </div>
);
