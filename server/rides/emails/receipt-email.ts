import { formatCents } from '#common/money.ts';
import { type Receipt, receiptOf } from '#common/rides/receipt.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { formatDay, formatTime } from '#common/time.ts';
import type { EmailContent, EmailPart, EmailRows } from '../../mail/email-content.ts';
import { presentRiderRide } from '../present-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { bookingInWords, linkToRide, note, routePart } from './email-parts.ts';

/**
 * Email to the rider of a completed ride: its lines as charged, what paid it, and what goes back.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeRideReceiptEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const receipt = receiptOf(presentRiderRide(ride));
  if (ride.status !== 'completed' || !receipt) return null;
  const total = formatCents(receipt.total.cents);
  const timeOf = (change: string) => {
    const entry = ride.history.findLast((each) => each.change === change);
    return entry && formatTime(new Date(entry.at));
  };
  const [begun, ended] = [timeOf('in_progress'), timeOf('completed')];
  return {
    to: ride.customerEmail,
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
      linkToRide(rideId, 'See your ride'),
      ...(receipt.later.some(({ cents }) => cents < 0)
        ? [note('What goes back to a card takes 5 to 7 business days to arrive.')]
        : []),
    ],
  };
}

const rideRows = (ride: RideRecord): EmailRows => [
  ['Date', formatDay(new Date(ride.scheduledAt), new Date(0))],
  ['Booking', bookingInWords(ride)],
  ...(ride.driver ? [['Driver', `${ride.driver.firstName}, ${ride.driver.vehicle}`] as const] : []),
  ['Reference', rideReference(ride.id)],
];

/** The lines of a receipt, what paid them, and what came after. */
function receiptParts({ lines, parts, paid, later, total }: Receipt): EmailPart[] {
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
    ...(later.length > 0 ? [{ kind: 'rows' as const, rows: [...later.map(row), row(total)] }] : []),
  ];
}
