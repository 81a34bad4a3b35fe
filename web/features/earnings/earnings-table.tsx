import type { Earnings, EarningsRange } from '#common/earnings/estimate-earnings.ts';
import { formatWholeDollars } from '#common/money.ts';
import { type Column, Table } from '#web/components/ui/table.tsx';

interface Row extends EarningsRange {
  period: string;
}

const COLUMNS: readonly [Column<Row>, ...Column<Row>[]] = [
  { title: 'Period', cell: ({ period }) => period },
  { title: 'Low', isFigure: true, cell: ({ lowCents }) => <Bound>{formatWholeDollars(lowCents)}</Bound> },
  { title: 'High', isFigure: true, cell: ({ highCents }) => <Bound>{formatWholeDollars(highCents)}</Bound> },
  {
    title: 'Average',
    isFigure: true,
    cell: ({ averageCents }) => (
      <span className="text-18 leading-6 sm:text-22">{formatWholeDollars(averageCents)}</span>
    ),
  },
];

/** The estimate in figures, and what the chart says in words. */
export const EarningsTable = ({ earnings: { weekly, monthly, yearly } }: { earnings: Earnings }) => (
  <Table
    caption="Estimated earnings before tips"
    columns={COLUMNS}
    rows={[
      { period: 'Weekly', ...weekly },
      { period: 'Monthly', ...monthly },
      { period: 'Yearly', ...yearly },
    ]}
    rowKey={({ period }) => period}
    className="max-sm:[&_td]:pr-3 max-sm:[&_th]:pr-3"
  />
);

const Bound = ({ children }: { children: string }) => (
  <span className="font-normal text-14 text-ink-2 sm:text-16">{children}</span>
);
