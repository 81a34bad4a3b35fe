import { formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';
import { type Receipt, receiptOf } from '#common/rides/receipt.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { formatDay, formatTime } from '#common/time.ts';
import type { EmailContent, EmailPart, EmailRows } from '../../mail/email-content.ts';
import { presentRiderRide } from '../present-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { formatBooking, linkToRide, note, routePart, text } from './email-parts.ts';
import { type RideEmail, toRider } from './to-rider.ts';

/**
 * Composes the receipt of a completed ride: lines as charged, payments and refunds. Null once the receipt has
 * changed, because the updated receipt is a separate mail.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeRideReceiptEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const receipt = lastReceiptChange(ride)?.change === 'completed' ? composeReceipt(ride) : null;
  return receipt && toRider(ride, receipt);
}

/**
 * Composes the updated receipt after a later payment, such as a tip, or after the final fare was decided.
 * Null unless this is the latest such change.
 *
 * @param version of the change
 * @throws AppError NOT_FOUND
 */
export async function composeUpdatedReceiptEmail(
  rideId: string,
  version?: string,
): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const receipt = lastReceiptChange(ride)?.version === Number(version) ? composeReceipt(ride) : null;
  return (
    receipt &&
    toRider(ride, {
      ...receipt,
      title: lastReceiptChange(ride)?.change === 'fare_decided' ? 'Your receipt' : 'Your receipt, updated',
      parts: [text(formatLatestChange(ride)), ...receipt.parts],
    })
  );
}

/** Changes that affect a receipt. */
const RECEIPT_CHANGES: readonly RideChange[] = ['completed', 'charge_paid', 'fare_decided'];

const lastReceiptChange = ({ history }: RideRecord) =>
  history.findLast(({ change }) => RECEIPT_CHANGES.includes(change));

/** Describes the final fare that was decided, or the latest payment. */
function formatLatestChange(ride: RideRecord): string {
  const { charges, driver, actualFareCents } = ride;
  if (lastReceiptChange(ride)?.change === 'fare_decided') {
    return `The final fare of your ride is ${formatCents(actualFareCents ?? 0)}. ${formatReviewCause(ride)}, so we checked it first.`;
  }
  const [newest] = charges
    .filter(({ status, paidAt }) => status === 'paid' && paidAt)
    .toSorted((one, other) => (other.paidAt ?? '').localeCompare(one.paidAt ?? ''));
  if (!newest) return 'Your receipt has changed.';
  const amount = formatCents(newest.amountCents);
  return newest.kind === 'tip'
    ? `Thank you: your tip of ${amount} is paid. All of it goes to ${driver ? driver.firstName : 'your driver'}.`
    : `${amount} is paid: ${newest.reason ?? 'a further charge'}.`;
}

/** Says why staff reviewed the ride. */
const formatReviewCause = (ride: RideRecord): string =>
  isToBeReviewed(feeBaseCents(ride), ride.fareReview?.proposedCents ?? 0)
    ? 'Your driver completed it for less than half of what you paid'
    : 'Your driver recorded half an hour of waiting or more';

function composeReceipt(ride: RideRecord): RideEmail | null {
  const receipt = receiptOf(presentRiderRide(ride));
  if (ride.status !== 'completed' || !receipt) return null;
  const total = formatCents(receipt.total.cents);
  const timeOf = (change: string) => {
    const entry = ride.history.findLast((each) => each.change === change);
    return entry && formatTime(new Date(entry.at));
  };
  const [begun, ended] = [timeOf('in_progress'), timeOf('completed')];
  return {
    subject: `Your receipt: ${total}`,
    preview: formatDay(new Date(ride.scheduledAt), new Date(0)),
    title: 'Your receipt',
    parts: [
      routePart(ride, {
        ...(begun && { from: `Picked up ${begun}` }),
        ...(ended && { to: `Dropped off ${ended}` }),
      }),
      { kind: 'rows', rows: rideRows(ride) },
      ...receiptParts(receipt),
      linkToRide(ride.id, 'See your ride'),
      ...(receipt.later.some(({ cents }) => cents < 0)
        ? [note('A card refund takes 5 to 7 business days to arrive.')]
        : []),
    ],
  };
}

const rideRows = (ride: RideRecord): EmailRows => [
  ['Date', formatDay(new Date(ride.scheduledAt), new Date(0))],
  ['Booking', formatBooking(ride)],
  ...(ride.driver ? [['Driver', `${ride.driver.firstName}, ${ride.driver.vehicle}`] as const] : []),
  ['Reference', rideReference(ride.id)],
];

/** The lines of a receipt, the payment, what it was used for, and later charges and refunds. */
function receiptParts({ lines, parts, paid, costs, later, total }: Receipt): EmailPart[] {
  const row = ({ label, cents }: { label: string; cents: number }) => [label, formatCents(cents)] as const;
  return [
    {
      kind: 'rows',
      rows: [...lines.map(row), ['Service and insurance', 'Included'], ...parts.map(row)],
    },
    {
      kind: 'total',
      label: paid.label,
      amount: formatCents(paid.cents),
      ...(paid.note && { note: paid.note }),
    },
    ...(costs.length > 0 ? [{ kind: 'rows' as const, rows: costs.map(row) }] : []),
    ...(later.length > 0 ? [{ kind: 'rows' as const, rows: [...later.map(row), row(total)] }] : []),
  ];
}
