import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import clsx from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { type Candidate, listCandidates } from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { AssignAnyway } from '../ride/assign-anyway.tsx';
import { assignTo, reportRideError } from '../ride/dispatch-actions.ts';
import { BarFace } from './ride-bar.tsx';

type Fits = ReadonlyMap<string, Candidate>;

/** A ride dropped on a driver whom it only nearly fits. */
interface Question {
  ride: StaffRide;
  candidate: Candidate;
}

/** A ride being dragged, with every driver's fit once the server has replied. */
interface Dragged {
  ride: StaffRide;
  fits: Fits | null;
  overId: string | null;
}

interface DayDragProps {
  /** The rides that can be dragged. */
  rides: readonly StaffRide[];
  children: ReactNode;
}

/**
 * Drag and drop of rides onto drivers' rows, with the mouse or by keyboard: Space picks a ride up, the arrows
 * choose a row, Space or Enter assigns the ride to that driver, Escape cancels.
 */
export function DayDrag({ rides, children }: DayDragProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  /** Asked one after the other: a ride may be dropped before the fits of the one before are known. */
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const reading = useRef<Promise<Fits> | null>(null);
  const sensors = useSensors(
    // A click without movement opens the ride.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: {
        start: [KeyboardCode.Space],
        cancel: [KeyboardCode.Esc],
        end: [KeyboardCode.Space, KeyboardCode.Enter],
      },
      coordinateGetter: toNextRow,
    }),
  );

  const handleStart = ({ active }: DragStartEvent) => {
    const ride = rides.find(({ id }) => id === active.id);
    if (!ride) return;
    setDragged({ ride, fits: null, overId: null });
    const fits = readFits(ride.id);
    reading.current = fits;
    fits.then(
      (known) => setDragged((now) => (now?.ride.id === ride.id ? { ...now, fits: known } : now)),
      // Errors are shown when the ride is dropped.
      () => undefined,
    );
  };
  const handleOver = ({ over }: DragOverEvent) =>
    setDragged((now) => now && { ...now, overId: over ? String(over.id) : null });

  const close = (answered: Question) =>
    setQuestions((open) => open.filter((question) => question !== answered));
  const { run, isPending } = useInFlight(async (question: Question) => {
    await assignTo(question.ride, question.candidate);
    close(question);
  });
  /** Ids of the dropped rides whose assignment is pending: each ride for itself. */
  const pending = useRef(new Set<string>());
  const assignDropped = async (ride: StaffRide, candidate: Candidate) => {
    if (pending.current.has(ride.id)) return;
    pending.current.add(ride.id);
    await assignTo(ride, candidate).finally(() => pending.current.delete(ride.id));
  };
  const handleEnd = async ({ over }: DragEndEvent) => {
    const ride = dragged?.ride;
    setDragged(null);
    if (!ride || !over || !reading.current) return;
    try {
      const candidate = (await reading.current).get(String(over.id));
      if (!candidate) return;
      if (candidate.fit === 'fits') await assignDropped(ride, candidate);
      else if (candidate.fit === 'nearly') setQuestions((open) => [...open, { ride, candidate }]);
      else toast.error('Not assigned', candidate.reason ?? `${candidate.name} does not fit.`);
    } catch (error) {
      await reportRideError('Not assigned', error, ride.id);
    }
  };

  const [asked] = questions;
  const over = dragged?.overId ? (dragged.fits?.get(dragged.overId) ?? null) : null;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={rowUnder}
      accessibility={{
        announcements: announcementsOf((id) => dragged?.fits?.get(id) ?? null),
        screenReaderInstructions: INSTRUCTIONS,
      }}
      onDragStart={handleStart}
      onDragOver={handleOver}
      onDragEnd={handleEnd}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className="@container h-9 min-w-52 overflow-clip rounded-item border border-gold bg-surface px-1.5 shadow-float ring-4 ring-gold/25">
            <BarFace ride={dragged.ride} progress={100}>
              {over && <FitText candidate={over} />}
            </BarFace>
          </div>
        )}
      </DragOverlay>
      {asked && (
        <Dialog
          key={asked.ride.id}
          isOpen
          onClose={() => close(asked)}
          isClosable={!isPending}
          title={`Assign ${asked.candidate.name} anyway?`}
          description={asked.ride.customerName}
        >
          <AssignAnyway
            candidate={asked.candidate}
            isPending={isPending}
            onBack={() => close(asked)}
            onAssign={() => run(asked)}
          />
        </Dialog>
      )}
    </DndContext>
  );
}

async function readFits(rideId: string): Promise<Fits> {
  const { candidates } = await call(listCandidates, { rideId });
  return new Map(candidates.map((candidate) => [candidate.driverId, candidate]));
}

const FIT_TONES: Readonly<Record<Candidate['fit'], string>> = {
  fits: 'text-ok',
  nearly: 'text-warn',
  no: 'text-danger',
};

const formatFit = ({ fit, reason }: Candidate): string =>
  fit === 'fits' ? 'Fits' : (reason ?? 'Does not fit');

const FitText = ({ candidate }: { candidate: Candidate }) => (
  <span className={clsx('ml-auto max-w-60 truncate pl-1.5 font-medium', FIT_TONES[candidate.fit])}>
    {formatFit(candidate)}
  </span>
);

/** The row under the mouse; by keyboard the row that the dragged ride covers most. */
const rowUnder: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args);

/** Moves to the row above or below with the arrow keys. */
const toNextRow: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = event.code === KeyboardCode.Down ? 1 : event.code === KeyboardCode.Up ? -1 : 0;
  if (step === 0) return undefined;
  event.preventDefault();
  const rows = context.droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = context.droppableRects.get(id);
      return rect ? [{ id, rect }] : [];
    })
    .toSorted((one, other) => one.rect.top - other.rect.top);
  const at = rows.findIndex(({ id }) => id === context.over?.id);
  const next = rows[at === -1 ? 0 : at + step];
  if (!next) return undefined;
  return { x: currentCoordinates.x, y: next.rect.top + (next.rect.height - 36) / 2 };
};

const INSTRUCTIONS = {
  draggable:
    'Enter opens the ride. A lists the drivers who fit. Space picks it up; then the arrow keys choose a driver, Space assigns it, Escape puts it back.',
};

const announcementsOf = (fitOf: (driverId: string) => Candidate | null): Announcements => ({
  onDragStart: () => 'Picked up. Choose a driver with the arrow keys.',
  onDragOver: ({ over }) => {
    if (!over) return 'Not over a driver.';
    const candidate = fitOf(String(over.id));
    return candidate ? `${candidate.name}: ${formatFit(candidate)}` : 'Checking whether they fit.';
  },
  onDragEnd: ({ over }) => (over ? 'Dropped.' : 'Put back.'),
  onDragCancel: () => 'Put back.',
});
