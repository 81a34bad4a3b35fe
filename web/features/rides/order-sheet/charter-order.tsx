import '../paper.css';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { hoursText } from '#common/fares/quote-fare.ts';
import { formatCents } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import type { OrderSheet } from '#common/rides/order-sheet-api.ts';
import { day } from '#common/rides/receipt.ts';
import { formatTime, formatTimeWithZone } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { COMPANY } from '#web/content/company.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';

interface CharterOrderProps {
  sheet: OrderSheet;
  renderVehicle: RenderRideVehicle;
}

/** The charter order, in paper size. */
export const CharterOrder = ({ sheet, renderVehicle }: CharterOrderProps) => (
  <article
    aria-label="Charter order"
    className="paper order-sheet mx-auto border border-line text-14 leading-snug print:border-0"
  >
    <header className="flex items-end justify-between">
      <div>
        <p className="display text-40">Marquee</p>
        <p className="mt-1 text-12 text-ink-2">
          {COMPANY.address} &nbsp;{COMPANY.phone}
        </p>
      </div>
      <div className="text-right">
        <h2 className="display text-28">Charter order</h2>
        <p className="figures">{sheet.reference}</p>
      </div>
    </header>
    <RouteLine start="none" end="none" className="mt-5" />
    <Parties sheet={sheet} renderVehicle={renderVehicle} />
    <div className="order-sheet-columns mt-6 grid gap-x-11">
      <Itinerary sheet={sheet} />
      <TimesAndMiles sheet={sheet} />
      <Rate sheet={sheet} />
      <Requests sheet={sheet} />
    </div>
    <p className="mt-5 text-12 text-ink-2">
      The vehicle with its driver is chartered by the customer for the times and stops above. Changes are
      agreed here, under Changes, before they begin. The carrier is insured for $3M.
    </p>
    <div className="order-sheet-signatures mt-11 grid gap-7">
      {[
        [sheet.customer?.name ?? '', 'Customer'],
        [sheet.driver?.name ?? '', 'Driver'],
        ['Marquee', 'For the carrier'],
      ].map(([name, role]) => (
        <div key={role} className="border-ink border-t pt-1.5">
          <p className="min-h-[1.4em]">{name}</p>
          <p className="grid grid-cols-2 text-12 text-ink-2">
            <span>{role}</span>
            <span>Date</span>
          </p>
        </div>
      ))}
    </div>
    <footer className="mt-6 flex flex-wrap justify-between gap-x-6 border-line border-t pt-2.5 text-12 text-ink-2">
      <span>{sheet.reference}</span>
      <span>Issued {momentOf(sheet.issuedAt)}</span>
      <span>Page 1 of 1</span>
    </footer>
  </article>
);

const momentOf = (at: string): string => `${day(at)}, ${formatTimeWithZone(new Date(at))}`;

function Parties({ sheet, renderVehicle }: CharterOrderProps) {
  const { customer, passenger, carrier, driver, vehicle, rideType } = sheet;
  const isSomebodyElse = passenger !== null && passenger.name !== customer?.name;
  const gone = 'No longer shown';
  return (
    <>
      <div className="order-sheet-parties mt-5 grid gap-x-6 border-line border-b pb-5">
        <dl className="grid content-start gap-y-2.5">
          <Fact label="Customer">{customer?.name ?? gone}</Fact>
          {isSomebodyElse && <Fact label="Passenger">{passenger.name}</Fact>}
          <Fact label="Phone">
            {customer === null ? gone : (passenger?.phone ?? 'From 24 hours before the pickup')}
          </Fact>
          <Fact label="Passengers">{sheet.passengers ?? 'Not given'}</Fact>
        </dl>
        <dl className="grid content-start gap-y-2.5">
          <Fact label="Carrier">Marquee</Fact>
          {carrier.certificate && <Fact label="Certificate">{carrier.certificate}</Fact>}
          {carrier.usdot && <Fact label="USDOT">{carrier.usdot}</Fact>}
          {sheet.flightNumber && <Fact label="Flight">{sheet.flightNumber}</Fact>}
        </dl>
        <div className="text-right">
          <div className="flex justify-end *:h-auto *:max-w-full">
            {renderVehicle(rideType, vehicle?.paint ?? null)}
          </div>
          <RouteLine size="half" start="none" end="none" className="-mt-0.5" />
          <p className="mt-2">
            <span className="font-medium">{vehicleName(rideType)}</span>
            {vehicle && `, ${vehicle.seats} seats`}
          </p>
        </div>
      </div>
      <dl className="order-sheet-facts mt-4 grid gap-x-6 gap-y-2.5">
        <Fact label="Driver">{driver?.name ?? 'Not assigned'}</Fact>
        <Fact label="License">{driver?.license ?? <Blank />}</Fact>
        <Fact label="Vehicle">
          {vehicle ? (
            <>
              {vehicle.label}, plate <span className="whitespace-nowrap">{vehicle.plate}</span>
            </>
          ) : (
            'Not assigned'
          )}
        </Fact>
        <Fact label="Issued">{momentOf(sheet.issuedAt)}</Fact>
      </dl>
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-12 text-ink-2">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** An empty line to be filled in by hand. */
const Blank = ({ className }: { className?: string }) => (
  <span className={clsx('block h-5 border-control border-b', className)} />
);

const Heading = ({ children }: { children: ReactNode }) => <h3 className="display text-22">{children}</h3>;

const Itinerary = ({ sheet: { places, pickupAt, plannedEndAt, hours } }: { sheet: OrderSheet }) => (
  <section>
    <div className="flex items-baseline justify-between">
      <Heading>Itinerary</Heading>
      <span className="w-(--actual) text-12 text-ink-2">Actual time</span>
    </div>
    <ol className="mt-2">
      {places.map((location, index) => {
        const { name, address } = addressLines(location);
        const isLast = index === places.length - 1;
        const planned = index === 0 ? pickupAt : isLast && hours !== null ? plannedEndAt : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: places may repeat, and the order never changes
          <li key={index} className="grid min-h-11 grid-cols-[62px_14px_1fr_var(--actual)] gap-x-3">
            <span className="figures font-normal">{planned && formatTime(new Date(planned))}</span>
            <span aria-hidden className="flex flex-col items-center pt-1">
              <span
                className={clsx(
                  'size-2.5 shrink-0',
                  isLast ? 'bg-ink' : 'rounded-full border-2 border-gold',
                  index === 0 && 'bg-gold',
                )}
              />
              {!isLast && (
                <RouteLine
                  size="half"
                  direction="vertical"
                  start="none"
                  end="none"
                  className="min-h-4 flex-1"
                />
              )}
            </span>
            <span className="pb-2">
              <span className="block font-medium">{name}</span>
              <span className="block text-12 text-ink-2">{address}</span>
            </span>
            <Blank />
          </li>
        );
      })}
    </ol>
  </section>
);

const TimesAndMiles = ({ sheet: { pickupAt, plannedEndAt, hours } }: { sheet: OrderSheet }) => (
  <section>
    <Heading>Times and miles</Heading>
    <dl className="mt-2">
      <Row label="Date">{day(pickupAt)}</Row>
      <Row label="Charter">
        {hours === null
          ? `From ${formatTimeWithZone(new Date(pickupAt))}`
          : `${formatTime(new Date(pickupAt))} to ${formatTimeWithZone(new Date(plannedEndAt))}`}
      </Row>
      <Row label="Booked">{hours === null ? 'Point to point' : hoursText(hours)}</Row>
    </dl>
    {['Garage out', 'Odometer out', 'Odometer in', 'Garage in'].map((label) => (
      <p key={label} className="mt-2.5 flex items-end gap-3 text-12 text-ink-2">
        {label}
        <Blank className="flex-1" />
      </p>
    ))}
  </section>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-line border-b py-1">
    <dt className="text-ink-2">{label}</dt>
    <dd className="figures text-right font-normal">{children}</dd>
  </div>
);

const Rate = ({ sheet: { lines, fareCents, isOnAccount } }: { sheet: OrderSheet }) => (
  <section className="mt-5">
    <Heading>Rate</Heading>
    <dl className="mt-2">
      {lines.map(({ label, cents }) => (
        <Row key={label} label={label}>
          {formatCents(cents)}
        </Row>
      ))}
      <div className="flex justify-between gap-4 py-2 font-medium">
        <dt>{isOnAccount ? 'Total, on account' : 'Total, paid'}</dt>
        <dd className="figures text-16">{formatCents(fareCents)}</dd>
      </div>
    </dl>
  </section>
);

const Requests = ({ sheet: { requests } }: { sheet: OrderSheet }) => (
  <section className="mt-5">
    <Heading>Requests</Heading>
    <p className="mt-2 text-12 whitespace-pre-line wrap-anywhere">{requests ?? 'None'}</p>
    <p className="mt-3 flex items-end gap-3 text-12 text-ink-2">
      Changes
      <Blank className="flex-1" />
    </p>
    <Blank className="mt-2" />
    <Blank className="mt-2" />
  </section>
);
