import type { Alert } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';
import { takeAlert } from '#common/alerts/alerts-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { receiveAlertEvent } from '../board/board-store.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { failAlertWrite } from './fail-alert-write.ts';
import { openResolving } from './resolving-alert.tsx';

/** Buttons for an open alert, in a row or a drawer: take it, so that nobody else does, and resolve it. */
export function AlertActions({ alert }: { alert: Alert }) {
  const { label } = alertPresentation(alert);

  const take = useInFlight(async () => {
    try {
      receiveAlertEvent([await call(takeAlert, { alertId: alert.id, version: alert.version })]);
    } catch (error) {
      if (!failAlertWrite('Not taken', error)) {
        toastFailure('Not taken', error);
      }
    }
  });

  return (
    <div className="flex flex-wrap items-center gap-2">
      {alert.assignee ? (
        <span className="text-14 text-ink-2">{alert.assignee.name} has it</span>
      ) : (
        <Button
          variant="quiet"
          className={OPS_CONTROL}
          aria-label={`Take: ${label}, ${alert.subject.name}`}
          isPending={take.isPending}
          pendingLabel="Taking..."
          onClick={take.run}
        >
          Take
        </Button>
      )}
      <Button
        variant="outline"
        className={OPS_CONTROL}
        aria-label={`Resolve: ${label}, ${alert.subject.name}`}
        onClick={() => openResolving(alert)}
      >
        Resolve
      </Button>
    </div>
  );
}
