import clsx from 'clsx';
import { looksLikeAirport } from '#common/places/airport.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { AddStop, useStops, Waypoint } from '#web/components/stop-list.tsx';
import { FlightInput } from '#web/components/trip-inputs.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { DraftField, type FieldsProps, formPart } from './booking-fields.tsx';
import { useSavedPlaces } from './places/use-saved-places.ts';

const FIELDS = ['pickupLocation', 'flightNumber', 'stops', 'dropoffLocation', 'bookingType'] as const;

interface RouteFieldsProps extends FieldsProps<(typeof FIELDS)[number]> {
  /** The signed-in rider, whose saved places are suggested first; null for a visitor. */
  riderId: string | null;
}

/** Lazy-loaded: the first paint does not know who is signed in. */
const savedPlaceButtons = lazyImport(() => import('./places/saved-place-buttons.tsx'));

/** Lazy-loaded: few rides have stops. */
const stopFields = lazyImport(() => import('#web/components/stop-fields.tsx'));

/** Pickup, flight, stops and drop-off, joined by the route line. */
export const RouteFields = formPart(
  FIELDS,
  function RouteFields({ draft, errors, onEdit, riderId }: RouteFieldsProps) {
    const saved = useSavedPlaces(riderId);
    const { pickupLocation, dropoffLocation } = draft;
    // The trigger changes with the number of stops, so that adding one retries a failed load.
    const code = useLazyImport(stopFields, draft.stops.length + 1);
    const buttons = useLazyImport(savedPlaceButtons, riderId);
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
            isHourly={draft.bookingType === 'hourly'}
            errorOf={(stop) => (stop.trim() === '' ? errors.stops : undefined)}
          />
        )}
        <DraftField
          label="Drop-off location"
          error={errors.dropoffLocation}
          aside={
            buttons && (
              <buttons.PlaceButtons places={saved} onChoose={(text) => onEdit({ dropoffLocation: text })} />
            )
          }
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
          {riderId && buttons && <buttons.EditPlaces />}
        </div>
      </div>
    );
  },
);
