import { lazy, Suspense, useState } from 'react';
import { MAX_AMOUNT, MIN_AMOUNT, PRESET_AMOUNTS } from '#common/gift-cards/purchase-rules.ts';
import { formatWholeDollars } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { GiftCardFace } from './gift-card-face.tsx';

const GiftCardDialog = lazy(() =>
  import('./gift-card-dialog.tsx').then(({ GiftCardDialog }) => ({ default: GiftCardDialog })),
);

/** Preset cards and a custom amount; each opens the purchase dialog (specification section 2, Gift Cards). */
export function GiftCardShop() {
  const [selected, setSelected] = useState<{ preset: number | null } | null>(null);

  return (
    <div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-3 lg:grid-cols-5 lg:gap-x-5">
        {PRESET_AMOUNTS.map((amount) => (
          <li key={amount} className="grid content-start gap-3">
            <GiftCardFace amount={amount} />
            <Button
              variant="outline"
              aria-label={`Select the ${formatWholeDollars(amount * 100)} card`}
              onClick={() => setSelected({ preset: amount })}
            >
              Select
            </Button>
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-4 rounded-card border border-control border-dashed p-4 lg:col-span-full lg:border-0 lg:bg-sunken lg:px-7 lg:py-5">
          <p className="lg:flex lg:items-baseline lg:gap-5">
            <span className="display block text-28">
              Custom<span className="max-sm:sr-only"> amount</span>
            </span>
            <span className="block text-14 text-ink-2 lg:text-16">{RANGE}</span>
          </p>
          <Button variant="outline" className="max-lg:w-full" onClick={() => setSelected({ preset: null })}>
            <span>
              Choose<span className="max-lg:sr-only"> an amount</span>
            </span>
          </Button>
        </li>
      </ul>
      {selected && (
        <Suspense>
          <GiftCardDialog {...selected} onClose={() => setSelected(null)} />
        </Suspense>
      )}
    </div>
  );
}

const RANGE = `Any whole dollar from ${formatWholeDollars(MIN_AMOUNT * 100)} to ${formatWholeDollars(MAX_AMOUNT * 100)}`;
