import clsx from 'clsx';
import { Plane, Plus, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_STOPS } from '#common/rides/request-ride.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { DraftField, type FieldsProps } from './booking-fields.tsx';
import { useSavedPlaces } from './places/use-saved-places.ts';

interface RouteFieldsProps extends FieldsProps {
  /** Whoever is signed in as a rider, whose saved places come first. */
  riderId: string | null;
}

/** Where from, with which flight, by which stops and where to, joined by the route line. */
export function RouteFields({ draft, errors, onEdit, riderId }: RouteFieldsProps) {
  const saved = useSavedPlaces(riderId);
  const { pickupLocation, dropoffLocation, stops } = draft;
  const addButton = useRef<HTMLButtonElement>(null);
  // A stop that was just added takes the focus; one that comes back with the page does not.
  const [added, setAdded] = useState<number | null>(null);

  const addStop = () => {
    setAdded(stops.length);
    onEdit({ stops: [...stops, ''] });
  };
  const removeStop = (index: number) => {
    setAdded(null);
    onEdit({ stops: stops.toSpliced(index, 1) });
    addButton.current?.focus();
  };

  return (
    <div className="grid gap-5 pl-8 sm:pl-10">
      <Waypoint isLast={stops.length === 0}>
        <div
          className={clsx(
            'grid gap-x-4 gap-y-5',
            looksLikeAirport(pickupLocation) && 'sm:grid-cols-[1fr_11.5rem]',
          )}
        >
          <DraftField label="Pickup location" error={errors.pickupLocation}>
            {(control) => (
              <PlaceCombobox
                control={control}
                saved={saved}
                name="pickupLocation"
                placeholder="Hotel, airport or address"
                value={pickupLocation}
                onChange={(text) => onEdit({ pickupLocation: text })}
              />
            )}
          </DraftField>
          {looksLikeAirport(pickupLocation) && <FlightField {...{ draft, errors, onEdit }} />}
        </div>
      </Waypoint>
      {stops.map((stop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stops are their texts and their order
        <Waypoint key={index} isStop isLast={index === stops.length - 1}>
          <DraftField
            label={stops.length > 1 ? `Stop ${index + 1}` : 'Stop'}
            aside={<span className="text-ink-2">15 minutes free</span>}
            error={stop.trim() === '' ? errors.stops : undefined}
          >
            {(control) => (
              <div className="relative">
                <PlaceCombobox
                  control={control}
                  saved={saved}
                  name={`stops.${index}`}
                  placeholder="Hotel, venue or address"
                  value={stop}
                  autoFocus={index === added}
                  className="pr-12"
                  onChange={(text) => onEdit({ stops: stops.with(index, text) })}
                />
                <IconButton
                  label={stops.length > 1 ? `Remove stop ${index + 1}` : 'Remove stop'}
                  className="absolute top-0.5 right-0.5 text-ink-2"
                  onClick={() => removeStop(index)}
                >
                  <X aria-hidden size={18} />
                </IconButton>
              </div>
            )}
          </DraftField>
        </Waypoint>
      ))}
      <DraftField
        label="Drop-off location"
        error={errors.dropoffLocation}
        aside={<PlaceButtons places={saved} onChoose={(text) => onEdit({ dropoffLocation: text })} />}
      >
        {(control) => (
          <PlaceCombobox
            control={control}
            saved={saved}
            name="dropoffLocation"
            placeholder="Hotel, venue or address"
            value={dropoffLocation}
            onChange={(text) => onEdit({ dropoffLocation: text })}
          />
        )}
      </DraftField>
      <div className="-my-3 flex flex-wrap items-center justify-between gap-x-6">
        <button
          ref={addButton}
          type="button"
          aria-disabled={stops.length === MAX_STOPS}
          onClick={() => stops.length < MAX_STOPS && addStop()}
          className="flex min-h-11 items-center gap-2 text-14 font-semibold text-gold-ink aria-disabled:text-ink-2"
        >
          <Plus aria-hidden size={18} />
          {stops.length < MAX_STOPS ? 'Add a stop' : `${MAX_STOPS} stops are the most`}
        </button>
        {riderId && <EditPlaces />}
      </div>
    </div>
  );
}

interface PlaceButtonsProps {
  places: readonly SavedPlace[];
  onChoose: (address: string) => void;
}

/** The first saved places as buttons in the label's line, where there is room. */
const PlaceButtons = ({ places, onChoose }: PlaceButtonsProps) => (
  <span className="hidden gap-4 lg:flex">
    {places.slice(0, 2).map(({ id, name, address }) => (
      <button
        key={id}
        type="button"
        aria-label={`Drop-off: ${name}`}
        className="font-semibold text-gold-ink hover:underline"
        onClick={() => onChoose(address)}
      >
        {name}
      </button>
    ))}
  </span>
);

const SavedPlacesDialog = lazy(() =>
  import('./places/saved-places-dialog.tsx').then((module) => ({ default: module.SavedPlacesDialog })),
);

/** Opens the rider's saved places. */
function EditPlaces() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-14 font-semibold text-gold-ink hover:underline"
        onClick={() => setIsOpen(true)}
      >
        Saved places
      </button>
      {isOpen && (
        <Suspense>
          <SavedPlacesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface WaypointProps {
  isStop?: boolean;
  /** Only the drop-off follows. */
  isLast: boolean;
  children: ReactNode;
}

/** A place with its ring, and the line from the middle of its input to the middle of the next, whatever is below either. */
const Waypoint = ({ isStop = false, isLast, children }: WaypointProps) => (
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

/** The flight that is met. */
const FlightField = ({ draft, errors, onEdit }: FieldsProps) => (
  <DraftField label="Flight number" isOptional error={errors.flightNumber}>
    {(control) => (
      <span className="relative block">
        <TextInput
          {...control}
          name="flightNumber"
          placeholder="WN 1482"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={10}
          className="pr-12"
          value={draft.flightNumber}
          onChange={(event) => onEdit({ flightNumber: event.target.value })}
        />
        <Plane aria-hidden size={18} className="pointer-events-none absolute top-[15px] right-4 text-ink-2" />
      </span>
    )}
  </DraftField>
);
