import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { AddStop, useStops, Waypoint } from '#web/components/stop-list.tsx';
import { FlightInput } from '#web/components/trip-inputs.tsx';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import { DraftField, type FieldsProps, fieldGroup } from './booking-fields.tsx';
import { useSavedPlaces } from './places/use-saved-places.ts';

const FIELDS = ['pickupLocation', 'flightNumber', 'stops', 'dropoffLocation'] as const;

interface RouteFieldsProps extends FieldsProps<(typeof FIELDS)[number]> {
  /** The signed-in rider, whose saved places come first; null for a visitor. */
  riderId: string | null;
}

/** Few rides stop on the way, so the first paint has no field for it. */
const loadStopFields = () => import('#web/components/stop-fields.tsx');

/** Where from, with which flight, by which stops and where to, joined by the route line. */
export const RouteFields = fieldGroup(
  FIELDS,
  function RouteFields({ draft, errors, onEdit, riderId }: RouteFieldsProps) {
    const saved = useSavedPlaces(riderId);
    const { pickupLocation, dropoffLocation } = draft;
    // Asked for again with each stop, should it not have come.
    const code = useLazyImport(loadStopFields, draft.stops.length + 1);
    const stops = useStops(draft.stops, (next) => onEdit({ stops: next }));

    return (
      <div className="grid gap-5 pl-8 sm:pl-10">
        <Waypoint isLast={draft.stops.length === 0}>
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
            {looksLikeAirport(pickupLocation) && (
              <DraftField label="Flight number" isOptional error={errors.flightNumber}>
                {(control) => (
                  <FlightInput
                    control={control}
                    name="flightNumber"
                    value={draft.flightNumber}
                    onChange={(flightNumber) => onEdit({ flightNumber })}
                  />
                )}
              </DraftField>
            )}
          </div>
        </Waypoint>
        {code && (
          <code.StopFields
            list={stops}
            saved={saved}
            isOnLine
            errorOf={(stop) => (stop.trim() === '' ? errors.stops : undefined)}
          />
        )}
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
          <AddStop list={stops} />
          {riderId && <EditPlaces />}
        </div>
      </div>
    );
  },
);

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
