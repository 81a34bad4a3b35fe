import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { MAX_STOPS } from '#common/rides/ride-limits.ts';
import { RouteLine } from './ui/route-line.tsx';

/** The state of a form's stops, for `StopFields` and `AddStop`. */
export interface StopList {
  stops: readonly string[];
  onChange: (stops: string[]) => void;
  /** The index of the stop just added. */
  added: number | null;
  setAdded: (index: number | null) => void;
  addButton: RefObject<HTMLButtonElement | null>;
}

/** Holds the state of the addresses between pickup and drop-off in a form. */
export function useStops(stops: readonly string[], onChange: (stops: string[]) => void): StopList {
  const addButton = useRef<HTMLButtonElement>(null);
  // Only a stop just added takes the focus, not one restored with the page.
  const [added, setAdded] = useState<number | null>(null);
  return { stops, onChange, added, setAdded, addButton };
}

/** The button that adds a stop, disabled at the maximum. */
export const AddStop = ({ list: { stops, onChange, setAdded, addButton } }: { list: StopList }) => {
  const isFull = stops.length === MAX_STOPS;
  const add = () => {
    setAdded(stops.length);
    onChange([...stops, '']);
  };
  return (
    <button
      ref={addButton}
      type="button"
      aria-disabled={isFull}
      onClick={() => !isFull && add()}
      className="flex min-h-11 items-center gap-2 justify-self-start text-14 font-semibold text-gold-ink aria-disabled:text-ink-2"
    >
      <Plus aria-hidden size={18} />
      {isFull ? `${MAX_STOPS} stops at most` : 'Add a stop'}
    </button>
  );
};

export interface WaypointProps {
  isStop?: boolean;
  /** Whether only the drop-off follows. */
  isLast: boolean;
  children: ReactNode;
}

/**
 * A place with its ring, and a line from the middle of its input to the middle of the next one, regardless of
 * content below the inputs.
 */
export const Waypoint = ({ isStop = false, isLast, children }: WaypointProps) => (
  <div className="relative">
    <RouteLine
      direction="vertical"
      start="ring"
      end={isLast ? 'square' : 'none'}
      className={clsx(
        'absolute -left-8 w-4 sm:-left-[34px]',
        isStop ? 'top-[45px] [&>:first-child]:size-3 [&>:first-child]:border-3' : 'top-[43px]',
        isLast ? '-bottom-[79px] [&>:last-child]:rounded-[2px] [&>:last-child]:bg-gold' : '-bottom-[63px]',
      )}
    />
    {children}
  </div>
);
