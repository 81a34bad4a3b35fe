import { X } from 'lucide-react';
import { formatCents } from '#common/money.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { STOP_MINUTES } from '#common/rides/overlap.ts';
import { useRates } from '#web/lib/use-pricing.ts';
import { PlaceCombobox } from './place-combobox.tsx';
import { type StopList, Waypoint, type WaypointProps } from './stop-list.tsx';
import { Field } from './ui/field.tsx';
import { IconButton } from './ui/icon-button.tsx';

interface StopFieldsProps {
  list: StopList;
  /** The error of a stop, by its text and index. */
  errorOf: (stop: string, index: number) => string | undefined;
  /** Whether the ride is booked by the hour, so that stops are within the hours. */
  isHourly: boolean;
  /** Whether a fare beside the fields shows the cost of a stop, for a ride with its own rates. */
  isPricedBeside?: boolean;
  /** The rider's saved places, suggested first. */
  saved?: readonly SavedPlace[];
  /** Whether to draw the stops as rings on the route line, below the pickup's `Waypoint`. */
  isOnLine?: boolean;
  /** Class of each field. */
  className?: string;
}

/** Describes the cost of a stop and the waiting time that is included. */
function useStopCost({
  isHourly,
  isPricedBeside,
}: Pick<StopFieldsProps, 'isHourly' | 'isPricedBeside'>): string {
  const { stopFeeCents } = useRates().fees;
  if (isHourly) return 'Within your hours';
  const waiting = `${STOP_MINUTES} minutes of waiting included`;
  return isPricedBeside || stopFeeCents === 0 ? waiting : `${formatCents(stopFeeCents)}, ${waiting}`;
}

/** A field for each stop, with a button to remove it. */
export function StopFields({ list, errorOf, saved, isOnLine, className, ...booked }: StopFieldsProps) {
  const cost = useStopCost(booked);
  return list.stops.map((stop, index) => {
    const isOnly = list.stops.length === 1;
    const remove = () => {
      list.setAdded(null);
      list.onChange(list.stops.toSpliced(index, 1));
      list.addButton.current?.focus();
    };
    const field = (
      <Field
        label={isOnly ? 'Stop' : `Stop ${index + 1}`}
        aside={<span className="text-ink-2">{cost}</span>}
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
}

const StopFrame = ({ isOnLine, isLast, children }: WaypointProps & { isOnLine?: boolean | undefined }) =>
  isOnLine ? (
    <Waypoint isStop isLast={isLast}>
      {children}
    </Waypoint>
  ) : (
    children
  );
