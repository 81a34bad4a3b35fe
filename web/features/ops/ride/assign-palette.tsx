import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { addressLines } from '#common/places/address.ts';
import { type Candidate, listCandidates } from '#common/rides/dispatch-api.ts';
import { formatChange } from '#common/rides/format-change.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { actionsFor } from './actions-for.ts';
import { AssignAnyway } from './assign-anyway.tsx';
import { CandidateRow } from './candidate-row.tsx';
import { assignTo, formatLeft, formatRideHours, offerUndo } from './dispatch-actions.ts';
import { StripHead, windowsOf } from './driver-strip.tsx';
import { formatDayOrToday } from './ride-sentence.ts';
import { type DriverVehicles, useDriverVehicles } from './use-driver-vehicles.ts';

interface AssignPaletteProps {
  ride: StaffRide;
  onClose: () => void;
}

/**
 * Palette to choose a driver for a ride by keyboard: type, arrows, Enter. Drivers who fit come first, then
 * those who nearly fit and need confirmation, then on demand the others with the reason. If a driver takes
 * the ride meanwhile, or it begins or is cancelled, the palette says so and closes.
 */
export function AssignPalette({ ride, onClose }: AssignPaletteProps) {
  const { id: rideId, version } = ride;
  const now = useNow();
  const load = useCallback(
    // Reloads when the ride's version changes.
    (signal: AbortSignal) =>
      call(listCandidates, { rideId }, { signal }).then((reply) => ({ version, ...reply })),
    [rideId, version],
  );
  const { state, reload } = useLoaded(load);
  const vehicles = useDriverVehicles();
  const [question, setQuestion] = useState<{ candidate: Candidate; version: number } | null>(null);
  const [tried, setTried] = useState<(Candidate & { version: number; sentAtMs: number }) | null>(null);
  // Kept here because the confirmation replaces the list.
  const [search, setSearch] = useState('');
  const [areOthersShown, setAreOthersShown] = useState(false);
  // `onClose` may take effect on a later render.
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    onClose();
  };

  const { run, isPending } = useInFlight(async (candidate: Candidate) => {
    // Sent again after a lost reply, it may have been made the first time.
    setTried((known) =>
      known?.driverId === candidate.driverId && known.version === version
        ? known
        : { ...candidate, version, sentAtMs: Date.now() },
    );
    const outcome = await assignTo(ride, candidate);
    if (outcome !== 'refused') return leave();
    setQuestion(null);
    await reload();
  });
  const choose = (candidate: Candidate) => {
    if (candidate.fit === 'nearly') setQuestion({ candidate, version });
    else if (candidate.fit === 'fits') void run(candidate);
  };
  // The confirmation is dropped when the ride changes, because the driver's fit may have changed too.
  const asked =
    question && (question.version === version || isPending || isLeaving) ? question.candidate : null;

  // The driver when the palette was opened: `ride.driverId` changes shortly before the palette closes.
  const [openedDriverId] = useState(ride.driverId);
  const isReassign = openedDriverId !== null;
  const isReported = isPending || isLeaving;
  const isOver = !actionsFor(ride).includes('assign') && !isReported;
  const isGiven = ride.driverId !== null && ride.driverId !== openedDriverId && !isReported;
  useEffect(() => {
    if (!isOver && !isGiven) return;
    if (isOver) toast.error('Not assigned', formatLeft(ride));
    // The reply was lost, but the assignment succeeded, perhaps long before: the time for an Undo is running.
    else if (tried && tried.driverId === ride.driverId) offerUndo(`${tried.name} has the ride`, ride, tried);
    else toast.error('Not assigned', formatGiven(ride));
    leave();
  });
  return (
    <Dialog
      isOpen
      onClose={leave}
      isClosable={!isPending}
      title={
        asked ? `Assign ${asked.name} anyway?` : isReassign ? 'Assign another driver' : 'Assign a driver'
      }
      description={formatWanted(ride, now)}
      widthClass="max-w-[1040px]"
    >
      {/* Rendered even while the drivers are loading or have failed to load, so that typed text is kept and
          Enter presses nothing else. */}
      {!asked && (
        <Choice
          ride={ride}
          candidates={
            state.phase === 'loaded'
              ? state.value.candidates.filter(({ driverId }) => driverId !== ride.driverId)
              : null
          }
          isLoading={state.phase === 'loading'}
          vehicles={vehicles}
          isPending={isPending}
          search={search}
          onSearch={setSearch}
          areOthersShown={areOthersShown}
          onShowOthers={setAreOthersShown}
          onChoose={choose}
        />
      )}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load the drivers" text={messageOf(state.error)} onRetry={reload} />
      )}
      {asked && (
        <AssignAnyway
          candidate={asked}
          isPending={isPending}
          onBack={() => setQuestion(null)}
          onAssign={() => run(asked)}
        />
      )}
    </Dialog>
  );
}

/** `Accepted by Sam a moment ago; the board is up to date.` */
function formatGiven({ history, driver }: StaffRide): string {
  const last = history.findLast(({ change }) => change === 'accepted' || change === 'reassigned');
  const what = last?.assigned ? formatChange(last) : `Accepted by ${driver?.firstName ?? 'a driver'}`;
  return `${what} a moment ago; the board is up to date.`;
}

/** `Hannah Cho, today 5:00 to 9:00 PM, black Lux SUV from ARIA Resort & Casino`. */
function formatWanted(ride: StaffRide, now: Date): string {
  const vehicle = [ride.preferredColor, vehicleName(ride.rideType)].filter(Boolean).join(' ');
  const day = formatDayOrToday(new Date(ride.scheduledAt), now);
  return `${ride.customerName}, ${day} ${formatRideHours(ride)}, ${vehicle} from ${addressLines(ride.pickupLocation).name}`;
}

interface ChoiceProps {
  ride: StaffRide;
  /** Null until loaded. */
  candidates: readonly Candidate[] | null;
  isLoading: boolean;
  vehicles: DriverVehicles;
  isPending: boolean;
  search: string;
  onSearch: (search: string) => void;
  areOthersShown: boolean;
  onShowOthers: (areShown: boolean) => void;
  onChoose: (candidate: Candidate) => void;
}

function Choice({ ride, candidates, isLoading, vehicles, isPending, onChoose, ...rest }: ChoiceProps) {
  const { search, onSearch, areOthersShown, onShowOthers } = rest;
  // Text typed before a confirmation is selected on return, so that typing replaces it.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  // Reset on each load: cmdk selects the first item only while no item is selected.
  const [marked, setMarked] = useState('');
  if (!candidates && marked !== '') setMarked('');
  const { wanted, shown } = windowsOf(ride);
  const by = (fit: Candidate['fit']) => (candidates ?? []).filter((candidate) => candidate.fit === fit);
  const fits = by('fits');
  const nearly = by('nearly');
  const others = by('no');

  const fitsText = `${fits.length} ${fits.length === 1 ? 'fits' : 'fit'}`;
  const counts = candidates && `${fitsText}, ${nearly.length} nearly.`;
  useEffect(() => {
    if (counts) announce(counts);
  }, [counts]);

  const row = (candidate: Candidate) => (
    <CandidateRow
      key={candidate.driverId}
      candidate={candidate}
      drawing={candidate.vehicle ? (vehicles.get(candidate.vehicle.id) ?? null) : null}
      wanted={wanted}
      shown={shown}
      isPending={isPending}
      onChoose={() => onChoose(candidate)}
    />
  );
  return (
    <Command label="Drivers" loop value={marked} onValueChange={setMarked} className="palette">
      <div className="relative">
        <Search aria-hidden size={18} className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-2" />
        <Command.Input
          // The palette is opened in order to type or press Enter.
          autoFocus
          ref={field}
          value={search}
          onValueChange={onSearch}
          placeholder="Name, plate or vehicle"
          className="h-12 w-full rounded-field border border-control bg-surface pr-4 pl-11 text-16 placeholder:text-ink-2 focus-visible:border-gold focus-visible:outline-1 focus-visible:outline-gold focus-visible:-outline-offset-2 dark:bg-sunken"
        />
      </div>
      <div className="mt-4 max-sm:hidden">
        <div className="candidate-grid">
          <span className="[grid-area:strip]">
            <StripHead wanted={wanted} shown={shown} />
          </span>
        </div>
      </div>
      {isLoading && <LoadingLine label="Loading the drivers..." />}
      <Command.List className="-mx-3 max-h-[min(46dvh,480px)] overflow-y-auto overscroll-contain">
        {candidates && (
          <Command.Empty className="px-3 py-6 text-ink-2">
            {candidates.length === 0 ? 'There are no approved drivers yet.' : 'No driver matches.'}
          </Command.Empty>
        )}
        {fits.length > 0 && <Command.Group heading={fitsText}>{fits.map(row)}</Command.Group>}
        {nearly.length > 0 && (
          <Command.Group heading={`${nearly.length} nearly`}>{nearly.map(row)}</Command.Group>
        )}
        {/* A search also shows drivers who do not fit, with the reason. */}
        {(areOthersShown || search !== '') && others.length > 0 && (
          <Command.Group heading={`${others.length} not`}>{others.map(row)}</Command.Group>
        )}
      </Command.List>
      {candidates && candidates.length > 0 && fits.length + nearly.length === 0 && (
        <p className="pt-3 text-ink-2">Nobody fits. Call a driver, or cancel and refund.</p>
      )}
      {others.length > 0 && (
        <p className="pt-3 text-14 text-ink-2">
          {others.length === 1 ? '1 other does' : `${others.length} others do`} not fit.{' '}
          <Button
            variant="quiet"
            className="min-h-9! px-1.5! text-14! text-gold-ink!"
            aria-expanded={areOthersShown}
            onClick={() => onShowOthers(!areOthersShown)}
          >
            {areOthersShown ? 'Hide them' : 'Show them'}
          </Button>
        </p>
      )}
    </Command>
  );
}
