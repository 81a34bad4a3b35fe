import { useState } from 'react';
import type { OwnDriver } from '#common/drivers/driver.ts';
import type { Offer } from '#common/rides/ride.ts';
import { VEHICLES, vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { useNow } from '#web/lib/use-now.ts';
import {
  AREAS,
  DAYS,
  meetsFilters,
  NO_FILTERS,
  type OfferFilters,
  setOfferFilters,
  useOfferFilters,
} from './offer-filters.ts';

interface OfferFilterDialogProps {
  driver: OwnDriver | null;
  offers: readonly Offer[];
  onClose: () => void;
}

/**
 * Filters by vehicle, day and pickup area. They take effect when the driver presses the button with the
 * number of matches.
 */
export function OfferFilterDialog({ driver, offers, onClose }: OfferFilterDialogProps) {
  const now = useNow();
  const kept = useOfferFilters();
  const [draft, setDraft] = useState<OfferFilters>(kept);
  const kinds = kindsToChoose(driver, offers, kept);
  const count = offers.filter((offer) => meetsFilters(offer, draft, now)).length;

  const keepKind = (kind: string, isKept: boolean) =>
    setDraft(({ withoutKinds, ...rest }) => ({
      ...rest,
      withoutKinds: isKept ? withoutKinds.filter((other) => other !== kind) : [...withoutKinds, kind],
    }));
  const show = () => {
    setOfferFilters(draft);
    onClose();
  };

  return (
    <Dialog isOpen onClose={onClose} title="Filters">
      <fieldset>
        <legend className="pb-1 text-14 font-medium">Vehicle</legend>
        {kinds.map((kind) => (
          <label key={kind} className="flex min-h-12 items-center gap-3 border-line border-b last:border-0">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-switch-on"
              checked={!draft.withoutKinds.includes(kind)}
              onChange={({ target }) => keepKind(kind, target.checked)}
            />
            {vehicleName(kind)}
            <span className="figures text-14 text-ink-2">
              {offers.filter(({ rideType }) => rideType === kind).length}
            </span>
          </label>
        ))}
      </fieldset>
      <Chips
        legend="Day"
        choices={DAYS}
        value={draft.day}
        onChange={(day) => setDraft((filters) => ({ ...filters, day }))}
      />
      <Chips
        legend="Pickup area"
        choices={AREAS}
        value={draft.area}
        onChange={(area) => setDraft((filters) => ({ ...filters, area }))}
      />
      <div className="mt-6 grid grid-cols-[auto_1fr] gap-3">
        <Button variant="outline" size={48} onClick={() => setDraft({ ...NO_FILTERS, order: draft.order })}>
          Clear
        </Button>
        <Button size={48} onClick={show}>
          Show {count} {count === 1 ? 'request' : 'requests'}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * With more kinds than this, only those with an offer, or already filtered out, are listed. Sorted as in the
 * catalogue.
 */
const MOST_KINDS = 6;

function kindsToChoose(
  driver: OwnDriver | null,
  offers: readonly Offer[],
  { withoutKinds }: OfferFilters,
): string[] {
  const served = driver?.serves.map(({ rideType }) => rideType) ?? [];
  const neededKinds = [...offers.map(({ rideType }) => rideType), ...withoutKinds];
  const all = new Set([...served, ...neededKinds]);
  return [...(all.size > MOST_KINDS ? new Set(neededKinds) : all)].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  );
}

/** Returns the position in the catalogue. Unknown kinds come last. */
function rankOf(kind: string): number {
  const rank = VEHICLES.findIndex(({ id }) => id === kind);
  return rank < 0 ? VEHICLES.length : rank;
}

interface ChipsProps<Id extends string> {
  legend: string;
  choices: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
}

/** A radio group shown as chips. */
const Chips = <Id extends string>({ legend, choices, value, onChange }: ChipsProps<Id>) => (
  <fieldset className="mt-5">
    <legend className="pb-2 text-14 font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {choices.map(({ id, label }) => (
        <label
          key={id}
          className="relative grid min-h-11 place-items-center rounded-field border border-control px-4 text-14 font-medium has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink"
        >
          <input
            type="radio"
            name={legend}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);
