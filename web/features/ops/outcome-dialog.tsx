import { type ReactNode, useState } from 'react';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { announce } from '#web/lib/announce.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { OpenRideList } from './open-ride-list.tsx';

interface OutcomeDialogProps {
  title: string;
  /** Explains the consequences. */
  text: string;
  /** Further inputs, such as a reason. */
  children?: ReactNode;
  button: string;
  /**
   * Performs the action.
   *
   * @returns the rides that now need action by staff; null when an input is still missing
   */
  act: () => Promise<readonly OpenRide[] | null>;
  /** Announced once done: `NV 218-QKD is out of service`. */
  done: string;
  /** Heading of the affected rides: `2 rides need another vehicle`. Required if `act` may return any. */
  formatRides?: (count: number) => string;
  /** Called when no answer says whether it was done, to load again what is shown behind the dialog. */
  onUnsure?: () => void;
  onClose: () => void;
}

/** Confirms an action with consequences, and then lists the rides that it affected. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { title, text, children, button, act, done, formatRides = String, onUnsure, onClose } = props;
  const [rides, setRides] = useState<readonly OpenRide[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const { run, isPending } = useInFlight(async () => {
    setRefusal(null);
    try {
      const left = await act();
      if (!left) return;
      announce(left.length > 0 ? `${done}. ${formatRides(left.length)}.` : `${done}.`);
      if (left.length > 0) setRides(left);
      else onClose();
    } catch (error) {
      setRefusal(messageOf(error, NO_ANSWER_RETRY));
      if (!isClientError(error)) onUnsure?.();
    }
  });

  if (rides) {
    return (
      <Dialog isOpen onClose={onClose} title={done} description={`${formatRides(rides.length)}.`}>
        <div className="max-h-[50dvh] overflow-y-auto">
          <OpenRideList label={formatRides(rides.length)} rides={rides} />
        </div>
        <Button className="mt-6 w-full" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  }

  return (
    <Dialog isOpen onClose={onClose} isClosable={!isPending} title={title} description={text}>
      {children}
      <DialogFooter refusal={refusal} isPending={isPending} onLeave={onClose}>
        <Button isPending={isPending} pendingLabel="Saving..." onClick={run}>
          {button}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
