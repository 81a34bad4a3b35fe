import { HOUR_MS, MINUTE_MS } from '#common/durations.ts';
import { formatRoute, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { useDriverRides } from '../api/use-lists.ts';
import { spanOf, takenSpanOf } from '../planned-time.ts';
import { overlappingRide } from './offer-overlap.ts';

interface OverlapDialogProps {
  driverId: string;
  offer: Offer;
  /** The server's message about the overlap. */
  message: string;
  /** The offer overlaps a ride of another driver in the same vehicle, not one of this driver. */
  isVehicleTaken?: boolean;
  onLeave: () => void;
  onAccept: () => void;
}

/**
 * Confirms that the driver accepts an offer that overlaps another ride of theirs or of the vehicle. The
 * default is to leave it.
 */
export function OverlapDialog({
  driverId,
  offer,
  message,
  isVehicleTaken = false,
  onLeave,
  onAccept,
}: OverlapDialogProps) {
  const { rides } = useDriverRides(driverId);
  const other = isVehicleTaken ? undefined : overlappingRide(offer, Object.values(rides));
  const title = isVehicleTaken ? 'Another driver has the vehicle' : 'This overlaps a ride of yours';

  return (
    <Dialog isOpen onClose={onLeave} title={title}>
      {other && <Lanes offer={offer} other={other} />}
      <p>{message}</p>
      <div className="mt-6 grid gap-3">
        <Button className="min-h-12" onClick={onLeave}>
          Leave it
        </Button>
        <Button variant="outline" className="min-h-12" onClick={onAccept}>
          Accept anyway
        </Button>
      </div>
    </Dialog>
  );
}

const clock = (ms: number) => formatTime(new Date(ms));

/**
 * Both rides on one time axis, with the drive between. Hidden from screen readers, as the text below says the
 * same.
 */
function Lanes({ offer, other }: { offer: Offer; other: DriverRide }) {
  const [wanted, taken] = [spanOf(offer), takenSpanOf(other)];
  const leaveMs = taken.startMs - TRAVEL_MINUTES * MINUTE_MS;
  const fromMs = Math.floor(Math.min(wanted.startMs, leaveMs) / HOUR_MS) * HOUR_MS;
  const toMs = Math.ceil(Math.max(wanted.endMs, taken.endMs) / HOUR_MS) * HOUR_MS;
  const at = (ms: number) => `${((ms - fromMs) / (toMs - fromMs)) * 100}%`;
  const lane = (startMs: number, endMs: number) => ({
    left: at(startMs),
    right: `calc(100% - ${at(endMs)})`,
  });

  return (
    <div aria-hidden className="figures mb-5 text-14">
      <p>
        This one, {clock(wanted.startMs)} to {clock(wanted.endMs)}
      </p>
      <div className="relative mt-1 h-7">
        <span
          className="absolute inset-y-1 rounded-field border-2 border-gold"
          style={lane(wanted.startMs, wanted.endMs)}
        />
      </div>
      <div className="relative h-7">
        <span className="absolute top-3 h-1 bg-gold" style={lane(leaveMs, taken.startMs)} />
        <span
          className="absolute inset-y-1 rounded-field bg-ink dark:bg-gold"
          style={lane(taken.startMs, taken.endMs)}
        />
      </div>
      <p>
        {formatRoute(other)}, {clock(taken.startMs)}
      </p>
      <p className="mt-2 flex justify-between border-gold border-t-2 border-dashed pt-1 text-12 text-ink-2">
        <span>{clock(fromMs)}</span>
        <span>{clock(toMs)}</span>
      </p>
    </div>
  );
}
