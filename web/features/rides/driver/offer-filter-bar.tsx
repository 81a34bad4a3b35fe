import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { OwnDriver } from '#common/drivers/driver.ts';
import type { Offer } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { countFilters, setOfferFilters, useOfferFilters } from './offer-filters.ts';

const OfferFilterDialog = lazy(() =>
  import('./offer-filter-dialog.tsx').then((module) => ({ default: module.OfferFilterDialog })),
);

const ORDERS = [
  { value: 'soonest', label: 'Soonest' },
  { value: 'best-pay', label: 'Best pay' },
] as const;

interface OfferFilterBarProps {
  driver: OwnDriver | null;
  /** All open offers, before filtering. */
  offers: readonly Offer[];
  /** Whether there are offers to filter. */
  isShown: boolean;
}

/**
 * The filter button and the sort order of the offers. The dialog stays open when the last offer disappears.
 */
export function OfferFilterBar({ driver, offers, isShown }: OfferFilterBarProps) {
  const filters = useOfferFilters();
  const [isOpen, setIsOpen] = useState(false);
  const count = countFilters(filters);

  return (
    <>
      {isShown && (
        <div className="mb-4 flex gap-3 sm:justify-between">
          <Button
            variant="outline"
            aria-haspopup="dialog"
            className="max-sm:px-4"
            onClick={() => setIsOpen(true)}
          >
            <SlidersHorizontal aria-hidden size={18} />
            Filters{count > 0 && `, ${count}`}
          </Button>
          <SegmentedControl
            label="Order of the requests"
            look="strip"
            options={ORDERS}
            value={filters.order}
            onChange={(order) => setOfferFilters({ order })}
            className="max-sm:flex-1 sm:w-60"
          />
        </div>
      )}
      {isOpen && (
        <Suspense>
          <OfferFilterDialog driver={driver} offers={offers} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
