import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { Alert } from '#common/alerts/alert.ts';
import { alertPath, alertPresentation } from '#common/alerts/alert-advice.ts';
import type { StaffRole } from '#common/users/user.ts';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { AlertActions } from '../alerts/alert-actions.tsx';

interface AlertRowProps {
  alert: Alert;
  /** The role of the signed-in user. */
  role: StaffRole;
  isWide: boolean;
  columns: number;
  position: number;
}

/** A board row for an alert that is not about a ride: subject, what happened, what to do, and a link. */
export function AlertRow({ alert, role, isWide, columns, position }: AlertRowProps) {
  const { subject, text, urgency } = alert;
  const { label, advice } = alertPresentation(alert);
  const path = alertPath(subject, role);
  return (
    <tr aria-rowindex={position} className="border-line border-b text-14">
      <td colSpan={columns} className="px-4 py-2">
        <div className={clsx('flex items-center gap-x-4 gap-y-1', isWide ? '' : 'flex-wrap justify-between')}>
          <div className={clsx('min-w-0', isWide ? 'flex-1' : 'w-full')}>
            {path ? (
              <Link to={path} className="font-medium hover:underline">
                {subject.name}
              </Link>
            ) : (
              <span className="font-medium">{subject.name}</span>
            )}
            <span className="block text-ink-2">
              {text} {advice}
            </span>
          </div>
          <StatusDot tone={urgency === 'later' ? 'warn' : 'danger'}>{label}</StatusDot>
          <AlertActions alert={alert} />
        </div>
      </td>
    </tr>
  );
}
