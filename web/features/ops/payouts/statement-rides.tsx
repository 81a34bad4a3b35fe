import clsx from 'clsx';
import { formatCents } from '#common/money.ts';
import type { StatementRide, StatementSums } from '#common/statements/statement.ts';
import { formatDay } from '#common/time.ts';
import { formatPayoutRide, formatRideCount } from './format-payout.ts';

interface StatementRidesProps {
  rides: readonly StatementRide[];
  sums: StatementSums;
}

/** The rides of a driver's week, oldest first, with their sums. */
export const StatementRides = ({ rides, sums }: StatementRidesProps) => (
  <table className="w-full border-collapse text-left text-14">
    <caption className="sr-only">Rides</caption>
    <thead className="text-12 text-ink-2">
      <tr className="border-line border-b">
        <th scope="col" className={`${CELL} font-medium`}>
          Day
        </th>
        <th scope="col" className={`${CELL} font-medium`}>
          Ride
        </th>
        <th scope="col" className={`${FIGURE} font-medium max-sm:hidden`}>
          Base
        </th>
        <th scope="col" className={`${FIGURE} font-medium`}>
          80%
        </th>
        <th scope="col" className={`${FIGURE} pr-0! font-medium`}>
          Tip
        </th>
      </tr>
    </thead>
    <tbody>
      {rides.map((ride) => (
        <tr key={ride.rideId} className="border-line border-b align-top">
          <td className={`${CELL} text-ink-2 whitespace-nowrap`}>{weekdayOf(ride.at)}</td>
          <th scope="row" className={`${CELL} w-full font-normal wrap-anywhere`}>
            {formatPayoutRide(ride)}
          </th>
          <td className={`${FIGURE} text-ink-2 max-sm:hidden`}>
            {!ride.isUnderReview && formatCents(ride.baseCents)}
          </td>
          <td className={clsx(FIGURE, ride.isUnderReview && 'text-warn')}>
            {ride.isUnderReview ? 'Being checked' : formatCents(ride.shareCents)}
          </td>
          <td className={`${FIGURE} pr-0!`}>{formatCents(ride.tipCents)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2} className={`${CELL} font-medium`}>
          {formatRideCount(sums.rideCount)}
        </th>
        <td className={`${FIGURE} text-ink-2 max-sm:hidden`}>{formatCents(sums.baseCents)}</td>
        <td className={FIGURE}>{formatCents(sums.shareCents)}</td>
        <td className={`${FIGURE} pr-0!`}>{formatCents(sums.tipCents)}</td>
      </tr>
    </tfoot>
  </table>
);

const CELL = 'py-2 pr-4';
const FIGURE = `${CELL} figures text-right whitespace-nowrap`;

/** The weekday in Las Vegas: `Mon`. */
const weekdayOf = (at: string): string => formatDay(new Date(at), new Date(at)).split(' ')[0] ?? '';
