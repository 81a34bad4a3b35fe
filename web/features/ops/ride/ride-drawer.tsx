import './ride.css';
import clsx from 'clsx';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { Alert } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';
import { formatCents } from '#common/money.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useFocusReturn } from '#web/components/ui/dialog.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AlertActions } from '../alerts/alert-actions.tsx';
import { alertsOfRides } from '../board/board-groups.ts';
import { useBoardStore } from '../board/board-store.ts';
import { formatStatus } from '../board/format-board-ride.ts';
import { KEYS_REGION } from '../keys/ops-keys.ts';
import { type RenderEdit, RideActions } from './drawer-foot.tsx';
import { historyLines } from './history-lines.ts';
import { MoneyList } from './money-list.tsx';
import { feeNowRow, moneyOf } from './money-rows.ts';
import type { RideAction } from './ride-address.ts';
import { PART, RideRating, RideRider, RideRoute, RideVehicle } from './ride-facts.tsx';
import { RideHistory } from './ride-history.tsx';
import { rideSentence } from './ride-sentence.ts';
import { WithdrawDialog } from './ride-text-dialogs.tsx';
import { useOpenRide } from './use-open-ride.ts';

/** Renders the position of a ride's car. Injected, because maps belong to another feature. */
export type RenderWhereabouts = (ride: StaffRide) => ReactNode;

interface RideDrawerProps {
  rideId: string;
  /** The open action, shown as a dialog. */
  action: RideAction | null;
  onAction: (action: RideAction | null) => void;
  /** Admins may refund or charge without the dispatchers' limit. */
  isAdmin: boolean;
  renderWhereabouts: RenderWhereabouts;
  renderEdit: RenderEdit;
  onClose: () => void;
  /** Opens the previous or next ride of the list; absent if there is no list. */
  onMove?: (by: -1 | 1) => void;
}

/** A ride's live details, beside the board, which stays usable; full screen on a phone. */
export function RideDrawer({ rideId, onClose, onMove, ...actions }: RideDrawerProps) {
  const { ride, failure, retry } = useOpenRide(rideId);
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();

  return (
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          {...KEYS_REGION}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // Focuses the drawer, in which shortcuts work, rather than its first link.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className="side-panel fixed inset-y-0 right-0 z-40 flex w-full flex-col border-line bg-surface text-ink shadow-float outline-none sm:top-15 sm:w-[732px] sm:max-w-full sm:border-l"
        >
          {ride ? (
            <OpenRide key={ride.id} ride={ride} {...actions} />
          ) : (
            <div className="p-5 sm:p-8">
              <Dialog.Title className="display mb-6 pr-36 text-28">Ride</Dialog.Title>
              {failure === null ? (
                <LoadingLine label="Loading the ride..." />
              ) : (
                <FailedState
                  title={isGone(failure) ? 'There is no such ride' : 'We couldn’t load the ride'}
                  text={messageOf(failure)}
                  onRetry={retry}
                />
              )}
            </div>
          )}
          <div className="absolute top-1.5 right-2 z-10 flex sm:top-2.5 sm:right-4">
            {onMove && (
              <>
                <IconButton label="Previous ride" onClick={() => onMove(-1)}>
                  <ChevronUp aria-hidden size={20} />
                </IconButton>
                <IconButton label="Next ride" onClick={() => onMove(1)}>
                  <ChevronDown aria-hidden size={20} />
                </IconButton>
              </>
            )}
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden size={20} />
              </IconButton>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const NONE: readonly Alert[] = [];

type OpenRideProps = Pick<
  RideDrawerProps,
  'action' | 'onAction' | 'isAdmin' | 'renderWhereabouts' | 'renderEdit'
> & {
  ride: StaffRide;
};

function OpenRide({ ride, renderWhereabouts, ...actions }: OpenRideProps) {
  const now = useNow();
  const alerts = useBoardStore((board) => alertsOfRides(board.alerts).get(ride.id) ?? NONE);
  const status = formatStatus(ride, alerts[0], now);
  const [withdrawnId, setWithdrawnId] = useState<string | null>(null);
  // Looked up on every render: if the charge is paid in the meantime, withdrawing it refunds it.
  const withdrawn = ride.charges.find(({ id }) => id === withdrawnId);

  return (
    <>
      <section
        aria-label="The ride"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-8 focus-visible:-outline-offset-2 sm:px-8"
      >
        <header className="sticky top-0 z-10 -mx-5 flex min-h-14 flex-wrap items-center gap-x-3.5 gap-y-1 bg-surface py-3 pr-34 pl-5 sm:-mx-8 sm:min-h-16 sm:pl-8">
          <StatusDot tone={status.tone}>{status.label}</StatusDot>
          <TierBadge rideType={ride.rideType} />
          <span className="text-14 text-ink-2">Ride {ride.reference}</span>
        </header>
        <Dialog.Title className="display text-28" aria-live="polite">
          {rideSentence(ride, now)}
        </Dialog.Title>
        {alerts.map((alert) => (
          <RideAlert key={alert.id} alert={alert} />
        ))}
        {renderWhereabouts(ride)}
        {/* One column on a phone: route and time, vehicle, rider, then money and history. */}
        <div className="mt-5 grid gap-x-10 gap-y-4 sm:grid-cols-2 sm:gap-y-6">
          <div className="max-sm:contents">
            <div>
              <RideRoute ride={ride} now={now} />
            </div>
            <div className="max-sm:order-3">
              <RideMoney ride={ride} now={now} onWithdraw={({ id }) => setWithdrawnId(id)} />
            </div>
          </div>
          <div className="max-sm:contents">
            <div className="max-sm:order-2">
              <RideVehicle ride={ride} />
              <RideRider ride={ride} isAdmin={actions.isAdmin} />
              <RideRating ride={ride} />
            </div>
            <div className={`${PART} max-sm:order-4`}>
              <h3 className="display mb-3 text-22">History</h3>
              <RideHistory lines={historyLines(ride, now)} />
            </div>
          </div>
        </div>
      </section>
      <RideActions ride={ride} {...actions} />
      {withdrawn && <WithdrawDialog ride={ride} charge={withdrawn} onClose={() => setWithdrawnId(null)} />}
    </>
  );
}

interface RideMoneyProps {
  ride: StaffRide;
  now: Date;
  onWithdraw: (charge: Charge) => void;
}

function RideMoney({ ride, now, onWithdraw }: RideMoneyProps) {
  const { fare, totalCents, moved } = moneyOf(ride);
  const feeNow = feeNowRow(ride, now);
  return (
    <div className={PART}>
      <h3 className="display mb-3 text-22">Money</h3>
      <MoneyList rows={fare} />
      <p className="mt-3 mb-2 flex justify-between gap-4 border-line border-t pt-3">
        <span className="font-medium">Fare</span>
        <span className="figures text-18 leading-tight">{formatCents(totalCents)}</span>
      </p>
      <MoneyList rows={moved} onWithdraw={onWithdraw} />
      {feeNow && <MoneyList rows={[feeNow]} className="mt-3 border-line border-t pt-3" />}
    </div>
  );
}

/** An alert about the ride: what is wrong, what to do, and buttons to take or resolve it. */
const RideAlert = ({ alert }: { alert: Alert }) => (
  <section className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-y py-4 text-14">
    <div className="min-w-0 flex-1 basis-72">
      <h3 className={clsx('font-medium', alert.urgency === 'later' ? 'text-warn' : 'text-danger')}>
        {alertPresentation(alert).label}
      </h3>
      <p>{alert.text}</p>
      <p className="text-ink-2">{alertPresentation(alert).advice}</p>
    </div>
    <AlertActions alert={alert} />
  </section>
);
