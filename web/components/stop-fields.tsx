import clsx from 'clsx';
import { Plus, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_STOPS } from '#common/rides/request-ride.ts';
import { PlaceCombobox } from './place-combobox.tsx';
import { Field } from './ui/field.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { RouteLine } from './ui/route-line.tsx';

/** The stops of a form, as their fields and the button that adds one need them. */
interface StopList {
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

interface StopFieldsProps {
  list: StopList;
  /** What is wrong with a stop, by its text and its place in the list. */
  errorOf: (stop: string, index: number) => string | undefined;
  /** Places of the rider's own, offered first. */
  saved?: readonly SavedPlace[];
  /** Draws them as rings on the route line, below a `Waypoint` that is the pickup. */
  isOnLine?: boolean;
  /** Of each field. */
  className?: string;
}

/** A field for each stop, with its way out. */
export const StopFields = ({ list, errorOf, saved, isOnLine, className }: StopFieldsProps) =>
  list.stops.map((stop, index) => {
    const isOnly = list.stops.length === 1;
    const remove = () => {
      list.setAdded(null);
      list.onChange(list.stops.toSpliced(index, 1));
      list.addButton.current?.focus();
    };
    const field = (
      <Field
        label={isOnly ? 'Stop' : `Stop ${index + 1}`}
        aside={<span className="text-ink-2">15 minutes free</span>}
        error={errorOf(stop, index)}
        className={className}
      >
        {(control) => (
          <div className="relative">
            <PlaceCombobox
              control={control}
              saved={saved}
              name={`stops.${index}`}
              placeholder="Hotel, venue or address"
              value={stop}
              autoFocus={index === list.added}
              className="pr-12"
              onChange={(text) => list.onChange(list.stops.with(index, text))}
            />
            <IconButton
              label={isOnly ? 'Remove stop' : `Remove stop ${index + 1}`}
              className="absolute top-0.5 right-0.5 text-ink-2"
              onClick={remove}
            >
              <X aria-hidden size={18} />
            </IconButton>
          </div>
        )}
      </Field>
    );
    const isLast = index === list.stops.length - 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: stops are their texts and their order
      <StopFrame key={index} isOnLine={isOnLine} isLast={isLast}>
        {field}
      </StopFrame>
    );
  });

const StopFrame = ({ isOnLine, isLast, children }: WaypointProps & { isOnLine?: boolean | undefined }) =>
  isOnLine ? (
    <Waypoint isStop isLast={isLast}>
      {children}
    </Waypoint>
  ) : (
    children
  );

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

interface WaypointProps {
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
