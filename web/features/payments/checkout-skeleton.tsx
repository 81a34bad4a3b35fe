import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { CheckoutColumns } from './checkout-columns.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';

const ROWS = ['pickup', 'booking', 'base', 'tax', 'fuel', 'fee', 'gratuity', 'total'];

/** The checkout while its ride is on the way. */
export const CheckoutSkeleton = () => (
  <CheckoutColumns
    summary={
      <div className="grid gap-5">
        <Skeleton className="h-28" />
        <Skeleton className="h-8 w-40" />
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-5" />
        ))}
      </div>
    }
    panel={
      <div aria-busy>
        <p role="status" className="sr-only">
          Loading your ride...
        </p>
        <Skeleton className="mb-5 h-8 w-40" />
        <PaymentSkeleton />
      </div>
    }
  />
);
