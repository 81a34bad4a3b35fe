import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { MAX_STOPS } from '#common/rides/ride-limits.ts';
import { RouteLine } from './ui/route-line.tsx';

/** The stops of a form, as their fields and the button that adds one need them. */
export interface StopList {
  stops: readonly string[];
  onChange: (stops: string[]) => void;
  /** The place of the one that was just added. */
  added: number | null;
  setAdded: (index: number | null) => void;
  addButton: RefObject<HTMLButtonElement | null>;
}

/** Addresses between pickup and drop-off, in a form. */
export function useStops(stops: readonly string[], onChange: (stops: string[]) => void): StopList {
  const addButton = useRef<HTMLButtonElement>(null);
  // A stop that was just added takes the focus; one that comes back with the page does not.
  const [added, setAdded] = useState<number | null>(null);
  return { stops, onChange, added, setAdded, addButton };
}

/** Adds a stop, as long as there may be one more. */
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
      {isFull ? `${MAX_STOPS} stops are the most` : 'Add a stop'}
    </button>
  );
};

export interface WaypointProps {
  isStop?: boolean;
  /** Only the drop-off follows. */
  isLast: boolean;
  children: ReactNode;
}

/** A place with its ring, and the line from the middle of its input to the middle of the next, whatever is below either. */
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
