import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Books } from './read-books.ts';

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Whether the money of a refund came back to us. */
const hasFailed = ({ status }: Books['refunds'][number]) => status === 'failed' || status === 'canceled';

/**
 * Compares the rides with the provider's books: each payment made belongs to the one ride it was for, which is paid by exactly it; each
 * ride that is paid has its payment; what was refunded is what the rides say, and what was paid and not used, less what the rides say
 * could not be refunded. Empty is well.
 */
export function checkPayments(rides: readonly RideRecord[], { payments, refunds }: Books): string[] {
  const made = payments.filter(({ status }) => status === 'succeeded');
  const refundedOf = (intentId: string) =>
    sumOf(
      refunds
        .filter((refund) => refund.payment_intent === intentId && !hasFailed(refund))
        .map(({ amount }) => amount),
    );

  return [
    ...made
      .filter(
        ({ id, metadata }) =>
          !rides.some((ride) => ride.id === metadata.rideId && ride.paymentIntentId === id),
      )
      .map(({ id }) => `payment ${id} belongs to no ride`),
    ...rides.flatMap((ride) => {
      const own = made.filter(({ metadata }) => metadata.rideId === ride.id);
      const received = sumOf(own.map(({ amount_received }) => amount_received));
      const owed = ride.paymentStatus === 'paid' ? ride.fare.totalCents : 0;
      const refunded = sumOf(own.map(({ id }) => refundedOf(id)));
      const unused = ride.actualFareCents === null ? 0 : ride.fare.fareCents - ride.actualFareCents;
      const said = sumOf(
        ride.refunds.filter(({ failure }) => !failure).map(({ amountCents }) => amountCents),
      );
      const failed = sumOf(
        ride.refunds.filter(({ failure }) => failure).map(({ amountCents }) => amountCents),
      );
      return [
        received === owed ? null : `ride ${ride.id} owes ${owed} cents, and ${received} were paid`,
        refunded + failed === unused
          ? null
          : `ride ${ride.id} owes back ${unused} cents, and ${refunded} were refunded`,
        refunded === said
          ? null
          : `ride ${ride.id} says ${said} cents were refunded, the provider ${refunded}`,
      ].filter((problem) => problem !== null);
    }),
  ];
}
