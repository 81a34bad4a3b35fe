import { lazy, type Ref, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { isUnderReview } from '#common/rides/fare-review.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import {
  type DriverMove,
  driverMovesOf,
  milestoneSchema,
  STAMPS,
  stampSchema,
} from '#common/rides/ride-states.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { completeRide, moveRide } from '../api/driver-actions.ts';
import { itemAction } from '../lists/live-list.tsx';
import { riderName } from '../ride-card/format-driver-ride.ts';

const PinDialog = lazy(() => import('./pin-dialog.tsx').then((module) => ({ default: module.PinDialog })));

const CompleteDialog = lazy(() =>
  import('./complete-dialog.tsx').then((module) => ({ default: module.CompleteDialog })),
);
const EarlyStartDialog = lazy(() =>
  import('./early-start-dialog.tsx').then((module) => ({ default: module.EarlyStartDialog })),
);

/**
 * The button for the driver's next step on the ride, such as I'm on my way, preceded by one that starts the
 * ride without the steps in between. Once a step is done, the focus moves to the next button.
 */
export function DriverMoves({ ride }: { ride: DriverRide }) {
  const [next, ...later] = driverMovesOf(ride);
  const start = later.find(({ to }) => to === 'in_progress');
  const nextButton = useRef<HTMLButtonElement>(null);
  const isFocusOwed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the next step changes
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isFocusOwed.current && isLost) nextButton.current?.focus({ preventScroll: true });
    isFocusOwed.current = false;
  }, [next?.to]);

  const handleMoving = (isMoving: boolean) => {
    isFocusOwed.current = isMoving;
  };
  // Keyed by step, so that the next button does not inherit the pending state.
  return [start, next].map(
    (move) =>
      move && (
        <MoveButton
          key={move.to}
          ref={move === next ? nextButton : undefined}
          ride={ride}
          {...move}
          isNext={move === next}
          onMoving={handleMoving}
        />
      ),
  );
}

type MoveOptions = NonNullable<Parameters<typeof moveRide>[2]>;

/** A PIN error of the server, with the options of the move that failed. */
interface PinAsked {
  options: MoveOptions;
  code: (typeof PIN_CODES)[number];
  message: string;
}

const PIN_CODES = ['PIN_REQUIRED', 'WRONG_PIN', 'PIN_LOCKED'] as const;

const isAboutPin = (code: string | null): code is PinAsked['code'] => PIN_CODES.some((each) => each === code);

interface MoveButtonProps extends DriverMove {
  ref?: Ref<HTMLButtonElement>;
  ride: DriverRide;
  isNext: boolean;
  /** Called with true when a move is sent, and with false when it fails. */
  onMoving: (isMoving: boolean) => void;
}

const formatCompleted = (ride: DriverRide): string =>
  isUnderReview(ride) ? 'Dispatch checks the final fare' : 'Payment has been processed';

function MoveButton({ ref, ride, to, label, pendingLabel, isNext, onMoving }: MoveButtonProps) {
  const isEnd = to === 'completed';
  const stamp = stampSchema.safeParse(to).data;
  const [question, setQuestion] = useState<string | null>(null);
  const [isCompleting, setIsCompleting] = useState(false);
  const [pinAsked, setPinAsked] = useState<PinAsked | null>(null);
  const { run, isPending } = useInFlight(
    async ({ actualFare, ...options }: MoveOptions & { actualFare?: string } = {}) => {
      setQuestion(null);
      onMoving(true);
      try {
        const completed = actualFare ? await completeRide(ride.id, actualFare) : null;
        if (!completed) await moveRide(ride.id, milestoneSchema.parse(to), options);
        setPinAsked(null);
        if (completed) toast.success('Ride completed!', formatCompleted(completed));
        else if (stamp) toast.success(label, STAMPS[stamp].toast);
        else toast.success('Status updated', 'Ride status has been updated successfully');
      } catch (error) {
        onMoving(false);
        const message = messageOf(error, isEnd ? 'Failed to complete ride' : 'Failed to update status');
        const code = error instanceof ApiError ? error.code : null;
        if (isAboutPin(code)) return setPinAsked({ options, code, message });
        // The last PIN may be right, so the refusal of the one before it is no longer shown.
        setPinAsked((asked) => asked && { ...asked, code: 'PIN_REQUIRED' });
        if (code === 'TOO_EARLY') setQuestion(message);
        else toastFailure('Error', error, message);
      }
    },
  );

  return (
    <>
      <Button
        {...(isNext && itemAction(ride.id))}
        ref={ref}
        variant={isNext ? 'primary' : 'outline'}
        size={48}
        className={isNext ? 'max-sm:order-first max-sm:min-h-15 max-sm:w-full sm:min-w-42' : 'max-sm:grow'}
        isPending={isPending}
        pendingLabel={pendingLabel}
        onClick={() => (isEnd ? setIsCompleting(true) : run())}
      >
        {label}
      </Button>
      {isCompleting && (
        <Suspense>
          <CompleteDialog
            ride={ride}
            isPending={isPending}
            onClose={() => setIsCompleting(false)}
            onComplete={(actualFare) => run({ actualFare })}
          />
        </Suspense>
      )}
      {pinAsked && (
        <Suspense>
          <PinDialog
            riderName={riderName(ride)}
            problem={pinAsked.code === 'PIN_REQUIRED' ? null : pinAsked.message}
            isLocked={pinAsked.code === 'PIN_LOCKED'}
            isPending={isPending}
            onPin={(pin) => run({ ...pinAsked.options, pin })}
            onClose={() => setPinAsked(null)}
          />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <EarlyStartDialog
            question={question}
            label={stamp ? 'Yes, tell them' : 'Start it now'}
            onWait={() => setQuestion(null)}
            onStart={() => run({ confirmEarly: true })}
          />
        </Suspense>
      )}
    </>
  );
}
