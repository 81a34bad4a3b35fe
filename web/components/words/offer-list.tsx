import type { PromoOffer } from '#common/promos/promos-api.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { CopyCode } from './copy-code.tsx';

/** Promotions as tickets: what they take off, and the code below the line one would tear along. */
export const OfferList = ({ offers }: { offers: readonly PromoOffer[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {offers.map(({ title, discount, code, description, badge, validUntil }) => (
      <li key={code} className="flex flex-col rounded-card border border-line bg-surface">
        <div className="flex-1 p-5 pb-5 sm:p-7 sm:pb-6">
          {badge && (
            <p className="inline-flex h-6 items-center rounded-full border border-gold px-3 text-12 font-medium text-gold-ink">
              {badge}
            </p>
          )}
          <p className="display mt-5 text-56">{discount}</p>
          <h3 className="mt-3 font-medium">{title}</h3>
          <p className="mt-1 text-14 text-ink-2">{description}</p>
          {validUntil && <p className="mt-1 text-14 text-ink-2">Valid until {validUntil}</p>}
        </div>
        <RouteLine size="half" start="none" end="none" />
        <CopyCode code={code} />
      </li>
    ))}
  </ul>
);
