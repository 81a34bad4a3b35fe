import clsx from 'clsx';
import { rangeAround } from '#common/fares/rates.ts';
import { type Cents, formatDollars } from '#common/money.ts';
import { VEHICLES, type Vehicle } from '#common/vehicles/catalogue.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { rateCell } from './editable-rates.ts';
import { RateCell, type RatesEditing } from './rate-cell.tsx';

/** The hourly and point-to-point rates of each vehicle, with the ranges that riders see. */
export const RatesTable = ({ editing }: { editing: RatesEditing }) => (
  <table className="w-full border-collapse text-left text-14">
    <caption className="sr-only">Rates of each vehicle</caption>
    <thead className="text-12 text-ink-2">
      <tr className="border-line border-b">
        <th scope="col" className="h-9 font-medium max-sm:hidden">
          Vehicle
        </th>
        <th scope="col" className="font-medium">
          <span className="sm:sr-only">Vehicle</span>
        </th>
        <th scope="col" className={clsx(WIDE, 'w-14 text-right font-medium')}>
          Seats
        </th>
        <th scope="col" className={clsx(WIDE, 'text-right font-medium')}>
          By the hour, range
        </th>
        <th scope="col" className="text-right font-medium">
          <span className="xl:sr-only">By the </span>
          <span className="max-xl:sr-only">Rate by the </span>hour
        </th>
        <th scope="col" className={clsx(WIDE, 'text-right font-medium')}>
          By the ride, range
        </th>
        <th scope="col" className="text-right font-medium">
          <span className="xl:sr-only">By the </span>
          <span className="max-xl:sr-only">Rate by the </span>ride
        </th>
        <th scope="col" className={clsx(WIDE, 'w-24')}>
          <span className="sr-only">Was</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {VEHICLES.map((vehicle) => (
        <Row key={vehicle.id} vehicle={vehicle} editing={editing} />
      ))}
    </tbody>
  </table>
);

const WIDE = 'max-xl:hidden';

function Row({ vehicle, editing }: { vehicle: Vehicle; editing: RatesEditing }) {
  const { id, name, capacity, paints } = vehicle;
  const [hour, ride] = [rateCell(vehicle, 'hourlyCents'), rateCell(vehicle, 'p2pCents')];
  const { hourlyCents, p2pCents } = editing.rates.vehicles[id];
  const changed = [hour, ride].find(({ read }) => read(editing.rates) !== read(editing.before));
  const was = changed && `was ${formatDollars(changed.read(editing.before))}`;

  return (
    <tr className="border-line border-b xl:h-8.5">
      <td className="w-27 pr-3 align-bottom max-sm:hidden">
        <RowVehicle vehicle={{ rideType: id, paint: paints[0] ?? 'black' }} />
      </td>
      <th scope="row" className="pr-2 font-medium">
        {name}
        <span className="block font-normal text-12 text-ink-2 empty:hidden xl:hidden">{was}</span>
      </th>
      <td className={clsx(WIDE, 'figures text-right font-normal text-ink-2')}>{capacity}</td>
      <td className={clsx(WIDE, RANGE)}>{rangeText(hourlyCents)}</td>
      <td className="w-26 text-right">
        <RateCell cell={hour} editing={editing} />
      </td>
      <td className={clsx(WIDE, RANGE)}>{rangeText(p2pCents)}</td>
      <td className="w-26 text-right">
        <RateCell cell={ride} editing={editing} />
      </td>
      <td className={clsx(WIDE, 'text-right text-12 text-ink-2 whitespace-nowrap')}>{was}</td>
    </tr>
  );
}

const RANGE = 'figures text-right font-normal text-ink-2 whitespace-nowrap';

const rangeText = (rateCents: Cents): string => rangeAround(rateCents).map(formatDollars).join(' to ');
