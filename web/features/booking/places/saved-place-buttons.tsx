import { lazy, Suspense, useState } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';

interface PlaceButtonsProps {
  places: readonly SavedPlace[];
  onChoose: (address: string) => void;
}

/** The first two saved places as buttons in the label's line, where there is room. */
export const PlaceButtons = ({ places, onChoose }: PlaceButtonsProps) => (
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
  import('./saved-places-dialog.tsx').then((module) => ({ default: module.SavedPlacesDialog })),
);

/** A button that opens the dialog of the rider's saved places. */
export function EditPlaces() {
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
