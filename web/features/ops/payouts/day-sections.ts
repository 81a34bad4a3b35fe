import { formatNotInSum } from '#common/statements/being-checked.ts';
import type { DayReport } from '#common/statements/day-report.ts';
import { toCsv } from '#web/lib/csv.ts';

/** A line of a day's report: a count or an amount. */
interface DayLine {
  label: string;
  value: number | { cents: number };
  /** Whether this is the sum of the lines above. */
  isSum?: true;
}

/** Lines that add up. */
export interface DaySection {
  title: string;
  note: string;
  lines: readonly DayLine[];
}

const money = (cents: number): DayLine['value'] => ({ cents });

/** Splits a day's report into sections whose amounts add up from top to bottom. */
export function daySections({
  booked,
  giftCardsSold,
  furtherCharges,
  tips,
  refunds,
  giftCardsRefunded,
  cardNetCents,
  driven,
}: DayReport): DaySection[] {
  const { underReview } = driven;
  return [
    {
      title: 'Booked',
      note: 'Rides paid for on this day, whenever they are driven.',
      lines: [
        { label: 'Bookings', value: booked.count },
        { label: 'Fares before promo codes', value: money(booked.beforePromoCents) },
        { label: 'Promo codes', value: money(-booked.promoCents) },
        { label: 'Fares', value: money(booked.fareCents), isSum: true },
        { label: 'by card', value: money(booked.cardCents) },
        { label: 'by gift card', value: money(booked.giftCardCents) },
        { label: 'on account, at today’s fare', value: money(booked.onAccountCents) },
        { label: 'waived, under 50 cents', value: money(booked.waivedCents) },
      ],
    },
    {
      title: 'Cards',
      note: 'What came in by bank card, and what went back.',
      lines: [
        { label: 'Rides', value: money(booked.cardCents) },
        { label: `Gift cards sold, ${giftCardsSold.count}`, value: money(giftCardsSold.cents) },
        { label: `Extra charges, ${furtherCharges.count}`, value: money(furtherCharges.cents) },
        { label: `Tips after rides, ${tips.count}`, value: money(tips.cents) },
        { label: 'Refunds to cards', value: money(-refunds.toCardCents) },
        ...(giftCardsRefunded
          ? [
              {
                label: `Gift cards refunded, ${giftCardsRefunded.count}`,
                value: money(-giftCardsRefunded.cents),
              },
            ]
          : []),
        { label: 'Card total', value: money(cardNetCents), isSum: true },
        { label: 'Refunds to gift cards', value: money(refunds.toGiftCardCents) },
        { label: 'Refunds', value: refunds.count },
      ],
    },
    {
      title: 'Driven',
      note: 'Rides completed on this day, and paid ones called off.',
      lines: [
        { label: 'Completed', value: driven.completedCount },
        { label: 'Cancelled', value: driven.cancelledCount },
        { label: 'Tax collected', value: money(driven.taxCents) },
        { label: 'Driver shares, 80%', value: money(driven.driverShareCents) },
        { label: 'Gratuities in the fares', value: money(driven.tipCents) },
        { label: 'Kept by Marquee', value: money(driven.keptCents) },
        {
          label: driven.feeCents > 0 ? 'Final fares and fees kept' : 'Final fares',
          value: money(driven.finalFareCents + driven.feeCents),
          isSum: true,
        },
        ...(driven.feeCents > 0 ? [{ label: 'fees kept', value: money(driven.feeCents) }] : []),
        ...(underReview
          ? [{ label: formatNotInSum(underReview.count), value: money(underReview.paidCents) }]
          : []),
      ],
    },
  ];
}

/** A day's report as CSV, one row per line. */
export function dayCsv(report: DayReport): Promise<string> {
  const lines = daySections(report).flatMap(({ title, lines }) => lines.map((line) => ({ title, ...line })));
  return toCsv(
    [
      { title: 'Day', cell: () => report.day },
      { title: 'Part', cell: ({ title }) => title },
      { title: 'Line', cell: ({ label }) => label },
      { title: 'Count', cell: ({ value }) => (typeof value === 'number' ? value : '') },
      { title: 'Amount', cell: ({ value }) => (typeof value === 'number' ? '' : value) },
    ],
    lines,
  );
}
