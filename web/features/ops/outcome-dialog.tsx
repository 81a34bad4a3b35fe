import { type ReactNode, useState } from 'react';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { OpenRideList } from './open-ride-list.tsx';

interface OutcomeDialogProps {
  title: string;
  /** What it will come to. */
  text: string;
  /** What is asked besides, such as a reason. */
  children?: ReactNode;
  button: string;
  /** Does it. @returns the rides that somebody now has to act on; null when something is still to be filled in */
  act: () => Promise<readonly OpenRide[] | null>;
  /** Said once it is done: `NV 218-QKD is out of service`. */
  done: string;
  /** Above the rides that it left behind: `2 rides need another vehicle`. Needed where `act` may return any. */
  ridesInWords?: (count: number) => string;
  onClose: () => void;
}

/** Asks before something with consequences is done, and then names the rides it left to act on. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { title, text, children, button, act, done, ridesInWords = String, onClose } = props;
  const [rides, setRides] = useState<readonly OpenRide[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const { run, isPending } = useInFlight(async () => {
    setRefusal(null);
    try {
      const left = await act();
      if (!left) return;
      announce(left.length > 0 ? `${done}. ${ridesInWords(left.length)}.` : `${done}.`);
      if (left.length > 0) setRides(left);
      else onClose();
    } catch (error) {
      setRefusal(messageOf(error, "The server didn't answer. Please try again."));
    }
  });

  if (rides) {
    return (
      <Dialog isOpen onClose={onClose} title={done} description={`${ridesInWords(rides.length)}.`}>
        <div className="max-h-[50dvh] overflow-y-auto">
          <OpenRideList label={ridesInWords(rides.length)} rides={rides} />
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
      <DialogFoot refusal={refusal} isPending={isPending} onLeave={onClose}>
        <Button isPending={isPending} pendingLabel="Saving..." onClick={run}>
          {button}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
