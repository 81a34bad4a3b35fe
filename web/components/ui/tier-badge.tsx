import clsx from 'clsx';
import { tierLabel } from '#common/vehicles/catalogue.ts';

const LOOKS: Record<string, string> = {
  Premium: 'border-gold text-gold-ink',
  XL: 'border-sunken bg-sunken text-ink',
};

/** The tier of a ride type: Standard, Premium or XL. An unknown ride type is shown raw. */
export function TierBadge({ rideType }: { rideType: string }) {
  const tier = tierLabel(rideType);
  return (
    <span
      className={clsx(
        'inline-flex h-6 items-center rounded-full border px-3 text-12 font-medium',
        LOOKS[tier] ?? 'border-line text-ink-2',
      )}
    >
      {tier}
    </span>
  );
}
