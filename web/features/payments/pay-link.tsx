import { useState } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { openPayLink, type PayLink } from '#common/rides/pay-link-api.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { call } from '#web/lib/call.ts';
import { requireCheckoutUrl } from '#web/lib/checkout-url.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { openUrl } from '#web/lib/open-url.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

interface PayLinkCardProps {
  token: string;
  link: PayLink;
  /** Whether the link is being read again. */
  isChecking: boolean;
  /** Why it could not be read again; null otherwise. */
  problem: string | null;
  onCheckAgain: () => void;
}

/** The page of a mailed payment link: the amount, the ride and the state of the payment. */
export const PayLinkCard = ({ token, link, isChecking, problem, onCheckAgain }: PayLinkCardProps) => (
  <section className="rounded-card border border-line bg-surface p-5 sm:p-7">
    <p className="text-14 text-ink-2">{link.reason ?? 'Fare for your ride'}</p>
    <p className="figures mt-1 text-40 leading-tight">{formatCents(link.amountCents)}</p>
    <hr className="my-5 border-line" />
    <RoutePlaces
      pickupLocation={link.pickupLocation}
      stops={link.stops}
      dropoffLocation={link.dropoffLocation}
    />
    <p className="mt-4 text-ink-2">
      {formatInstant(link.scheduledAt)}, {vehicleName(link.rideType)}
    </p>
    {link.flightNumber && <p className="mt-1 text-14 text-ink-2">Flight {link.flightNumber}</p>}
    <p className="mt-1 text-14 text-ink-2">Reference {link.reference}</p>
    <div className="mt-6" aria-live="polite">
      {link.state === 'open' && <PayButton token={token} link={link} />}
      {link.state === 'confirming' && (
        <>
          <p className="mb-4 text-ink-2">Your payment is being confirmed. No need to pay again.</p>
          <Button
            variant="outline"
            className="w-full"
            isPending={isChecking}
            pendingLabel="Checking..."
            onClick={onCheckAgain}
          >
            Check again
          </Button>
          {problem !== null && <PayProblem>{problem}</PayProblem>}
        </>
      )}
      {link.state === 'paid' && (
        <p className="text-ink-2">It is paid, and there is nothing more to do. Thank you.</p>
      )}
      {link.state === 'gone' && (
        <p className="text-ink-2">
          The ride was cancelled, the time to pay ran out, or we withdrew the charge. Anything paid through
          this link goes back to your card in 5 to 7 business days.
        </p>
      )}
    </div>
  </section>
);

function PayButton({ token, link }: { token: string; link: PayLink }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = useInFlight(async () => {
    setProblem(null);
    try {
      const { checkoutUrl } = await call(openPayLink, { token });
      openUrl(await requireCheckoutUrl(checkoutUrl));
    } catch (error) {
      setProblem(messageOf(error, 'The payment could not be started. Please try again.'));
    }
  });
  return (
    <>
      {link.payBy && <p className="mb-4 text-ink-2">Held for you until {formatInstant(link.payBy)}.</p>}
      <Button size={52} className="w-full" isPending={isPending} pendingLabel="Processing..." onClick={run}>
        {`Pay ${formatCents(link.amountCents)}`}
      </Button>
      {problem && <PayProblem>{problem}</PayProblem>}
      <p className="mt-3 text-14 text-ink-2">You pay on our payment provider’s page.</p>
    </>
  );
}

const PayProblem = ({ children }: { children: string }) => (
  <p role="alert" className="mt-3 text-danger">
    {children}
  </p>
);

const formatInstant = (instant: string): string => {
  const at = new Date(instant);
  return formatDayTimeWithZone(at, new Date());
};
