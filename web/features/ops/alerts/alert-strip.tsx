import { Link, useLocation } from 'react-router-dom';
import type { Alert } from '#common/alerts/alert.ts';
import { alertPath, alertPresentation } from '#common/alerts/alert-advice.ts';
import { formatAge } from '#common/format-age.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { otherAlerts } from '../board/board-groups.ts';
import { useBoardStore } from '../board/board-store.ts';
import { AlertActions } from './alert-actions.tsx';

interface AlertStripProps {
  /** Only alerts whose subject is of this kind: `driver`, `vehicle`; by default every kind but rides. */
  kind?: string;
  /** Only alerts about this subject. */
  subjectId?: string;
}

/**
 * Live list of the open alerts that are not about a ride: what happened, what to do, and the buttons for it.
 * Renders nothing when there are none. `useOpsLive` keeps the alerts up to date.
 */
export function AlertStrip({ kind, subjectId }: AlertStripProps) {
  const alerts = useBoardStore((board) => board.alerts);
  const now = useNow();
  const shown = otherAlerts(alerts).filter(
    ({ subject }) =>
      (kind === undefined || subject.kind === kind) && (subjectId === undefined || subject.id === subjectId),
  );
  if (shown.length === 0) return null;

  return (
    <section aria-label="Needs attention" className="mb-6 rounded-card border border-line bg-surface">
      <header className="flex items-baseline gap-2 px-4 pt-4 pb-2">
        <h2 className="display text-22">Needs attention</h2>
        <span className="figures text-14 text-ink-2">{shown.length}</span>
      </header>
      <ul>
        {shown.map((alert) => (
          <AlertLine key={alert.id} alert={alert} isNamed={subjectId === undefined} now={now} />
        ))}
      </ul>
    </section>
  );
}

interface AlertLineProps {
  alert: Alert;
  /** Whether to show the subject's name. */
  isNamed: boolean;
  now: Date;
}

function AlertLine({ alert, isNamed, now }: AlertLineProps) {
  const { subject, text, urgency, openedAt } = alert;
  const { label, advice } = alertPresentation(alert);
  // Strips are on pages about drivers and vehicles, whose alerts have no page for admins only.
  const path = alertPath(subject, 'dispatcher');
  const isHere = useLocation().pathname === path;

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t px-4 py-3 text-14">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-4">
          {isNamed && <span className="font-medium">{subject.name}</span>}
          <StatusDot tone={urgency === 'later' ? 'warn' : 'danger'}>{label}</StatusDot>
          <span className="text-ink-2">{formatAge(new Date(openedAt), now)}</span>
        </p>
        <p className="mt-0.5">{text}</p>
        <p className="text-ink-2">{advice}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {path && !isHere && (
          <Link
            to={path}
            className="inline-flex min-h-11 items-center font-semibold text-gold-ink hover:underline"
          >
            Open
          </Link>
        )}
        <AlertActions alert={alert} />
      </div>
    </li>
  );
}
