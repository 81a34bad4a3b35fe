import { UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { KeyCap } from '../keys/key-cap.tsx';
import { actionsFor, mayStart, STAYS_OPEN } from './actions-for.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { AssignPalette } from './assign-palette.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CompleteRideDialog } from './complete-ride-dialog.tsx';
import { receiveReply } from './dispatch-actions.ts';
import { FareDialog } from './fare-dialog.tsx';
import { isShareable, PaymentLink, TextButton, TripLink } from './link-buttons.tsx';
import { openCharges } from './money-rows.ts';
import type { RideAction } from './ride-address.ts';
import { RIDE_KEYS } from './ride-keys.ts';
import { NoteDialog, UnassignDialog } from './ride-text-dialogs.tsx';

/** Renders the dialog in which staff edit a ride. Injected, because the form belongs to another feature. */
export type RenderEdit = (props: {
  ride: StaffRide;
  /** The ride can no longer be edited. */
  isOver: boolean;
  onClose: () => void;
  /** Called with the ride from the reply. */
  onRide: (ride: StaffRide) => void;
}) => ReactNode;

interface RideActionsProps {
  ride: StaffRide;
  isAdmin: boolean;
  /** The open action. */
  action: RideAction | null;
  onAction: (action: RideAction | null) => void;
  renderEdit: RenderEdit;
}

/**
 * The actions for a ride, at the foot of its drawer. Those that change the ride are disabled while the
 * connection is down.
 */
export function RideActions({ ride, isAdmin, action, onAction, renderEdit }: RideActionsProps) {
  const isDown = useConnectionStore(({ state }) => state === 'reconnecting');
  const allowed = actionsFor(ride);
  const can = (wanted: RideAction) => allowed.includes(wanted);
  const [before, setBefore] = useState<RideAction | null>(null);
  const isKept = (wanted: RideAction) => STAYS_OPEN.includes(wanted) && before === wanted;
  const opened = action !== null && (can(action) || isKept(action)) ? action : null;
  if (opened !== before) setBefore(opened);
  // An action that is not possible now must not open by itself later when it is.
  const refused = action === opened ? null : action;
  useEffect(() => {
    if (refused !== null) onAction(null);
  }, [refused, onAction]);
  // An event may close a dialog before the reply to its request; that reply must not close a dialog opened
  // since.
  const shown = useRef<RideAction | null>(null);
  useLayoutEffect(() => {
    shown.current = opened;
    return () => {
      shown.current = null;
    };
  }, [opened]);
  const closes = (dialog: RideAction) => () => shown.current === dialog && onAction(null);
  const opener = (wanted: RideAction) => ({
    isUnavailable: !mayStart(wanted, isDown),
    onClick: () => onAction(wanted),
  });

  const hasDriver = ride.driverId !== null;
  return (
    <footer className="border-line border-t px-5 pt-3.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-8">
      <div className="flex flex-wrap gap-2">
        {can('assign') && (
          <Button className="max-sm:flex-1" {...opener('assign')}>
            <UserPlus aria-hidden size={18} />
            {hasDriver ? 'Reassign' : 'Assign driver'}
          </Button>
        )}
        {can('edit') && (
          <Button variant="outline" className="max-sm:flex-1" {...opener('edit')}>
            Edit
          </Button>
        )}
        {can('fare') && (
          <Button className="max-sm:flex-1" {...opener('fare')}>
            Decide final fare
          </Button>
        )}
        {can('complete') && (
          <Button variant="outline" className="max-sm:flex-1" {...opener('complete')}>
            Complete ride
          </Button>
        )}
        {can('unassign') && (
          <Button variant="outline" {...opener('unassign')}>
            Unassign
          </Button>
        )}
        {can('cancel') && (
          <Button variant="danger" className="ml-auto max-sm:w-full" {...opener('cancel')}>
            Cancel and refund
          </Button>
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-5">
        {can('adjust') && <TextButton {...opener('adjust')}>Adjust charge</TextButton>}
        <TextButton {...opener('note')}>Add note</TextButton>
        {isShareable(ride) && <TripLink ride={ride} isUnavailable={isDown} />}
        {hasDriver && (
          <ButtonLink
            to={`/ops/rides/${ride.id}/order-sheet`}
            variant="quiet"
            className="-mx-2 px-2! text-14! text-gold-ink!"
          >
            Order sheet
          </ButtonLink>
        )}
        {openCharges(ride).length > 0 && <PaymentLink ride={ride} />}
        <Keys allowed={allowed} />
      </div>
      {opened === 'assign' && <AssignPalette ride={ride} onClose={closes('assign')} />}
      {opened === 'edit' &&
        renderEdit({ ride, isOver: !can('edit'), onClose: closes('edit'), onRide: receiveReply })}
      {opened === 'unassign' && <UnassignDialog ride={ride} onClose={closes('unassign')} />}
      {opened === 'cancel' && <CancelDialog ride={ride} onClose={closes('cancel')} />}
      {opened === 'complete' && (
        <CompleteRideDialog ride={ride} isAdmin={isAdmin} onClose={closes('complete')} />
      )}
      {opened === 'adjust' && <AdjustDialog ride={ride} isAdmin={isAdmin} onClose={closes('adjust')} />}
      {opened === 'fare' && <FareDialog ride={ride} isAdmin={isAdmin} onClose={closes('fare')} />}
      {opened === 'note' && <NoteDialog ride={ride} onClose={closes('note')} />}
    </footer>
  );
}

/** The keyboard shortcuts of the actions, on devices with a fine pointer. */
const Keys = ({ allowed }: { allowed: readonly RideAction[] }) => (
  <p aria-hidden className="ml-auto hidden gap-3 text-12 text-ink-2 pointer-fine:sm:flex">
    {RIDE_KEYS.filter(({ action }) => allowed.includes(action)).map(({ key, label }) => (
      <span key={key}>
        <KeyCap>{key}</KeyCap> {label}
      </span>
    ))}
  </p>
);
