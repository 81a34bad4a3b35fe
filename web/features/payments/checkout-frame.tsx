import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** The checkout page with its heading. */
export const CheckoutFrame = ({ children }: { children: ReactNode }) => (
  <div className="column pb-16 lg:pb-28">
    <PageHeading size="screen" title="Checkout" className="mb-8 lg:mb-10" />
    {children}
  </div>
);

/** The ride summary on the left and the panel on the right. On a phone the summary comes first. */
export const CheckoutColumns = ({ summary, panel }: { summary: ReactNode; panel: ReactNode }) => (
  <CheckoutFrame>
    <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,520fr)_minmax(0,616fr)] lg:gap-16">
      {summary}
      {panel}
    </div>
  </CheckoutFrame>
);

interface PanelProps {
  title: string;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The right half of the checkout: what the rider can do about the ride. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={id} className="display text-28">
          {title}
        </h2>
        {aside && <p className="text-14 text-ink-2">{aside}</p>}
      </div>
      {children}
    </section>
  );
}

/** An error shown in place. It stays after its toast has disappeared. */
export const ProblemAlert = ({ title, text }: { title: string; text: string }) => (
  <div role="alert" className="flex gap-3 rounded-field border border-danger p-4 text-14">
    <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
    <div>
      <p className="font-semibold">{title}</p>
      <p className="text-ink-2">{text}</p>
    </div>
  </div>
);

const ROWS = ['pickup', 'booking', 'base', 'tax', 'fuel', 'fee', 'gratuity', 'total'];

/** The checkout while its ride loads. */
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

const FIELDS = ['number', 'expiry', 'code', 'country', 'zip'];

/** The placeholder of the card fields while Stripe.js loads. */
export const PaymentSkeleton = () => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-5 rounded-card border border-line bg-surface p-5 *:first:col-span-2 sm:p-7">
    {FIELDS.map((field) => (
      <div key={field}>
        <Skeleton className="mb-2 h-5 w-24" />
        <Skeleton className="h-12" />
      </div>
    ))}
  </div>
);

/** Shown when the rider has no ride with this id. */
export const RideNotFound = () => (
  <CheckoutFrame>
    <EmptyState
      title="Ride not found"
      text="This address does not match one of your rides. Unpaid rides are in My Rides."
      action={<ButtonLink to="/my-rides">My Rides</ButtonLink>}
    />
  </CheckoutFrame>
);

/** Shown when the ride could not be loaded (specification section 8). */
export const RideUnreachable = ({ onRetry }: { onRetry: () => void }) => (
  <CheckoutFrame>
    <FailedState
      title="Failed to fetch ride details"
      text="The server did not answer. Your ride is unchanged."
      onRetry={onRetry}
    />
  </CheckoutFrame>
);
