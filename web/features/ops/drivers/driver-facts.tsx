import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { capitalize } from '#common/capitalize.ts';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { formatClock } from '#common/drivers/weekly-hours.ts';
import { staffFilePath } from '#common/files/files-api.ts';
import type { Paper } from '#common/papers.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { WEEKDAYS } from '#common/weekdays.ts';
import { FileName } from '#web/components/ui/file-field.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { mailHref, telHref } from '#web/lib/contact-href.ts';
import { RowVehicle } from '../fleet/row-vehicle.tsx';
import { PaperMark } from '../papers/paper-mark.tsx';
import { paperStatus, titleOf, worstPaper } from '../papers/paper-status.ts';

/**
 * A driver's first vehicle, contact details, weekly hours, the kinds of vehicle they are offered rides for
 * now, and a link to their rides.
 */
export function DriverFacts({ driver }: { driver: StaffDriver }) {
  const { id, email, phone, weeklyHours, serves, vehicles } = driver;
  const [first] = vehicles;

  return (
    <div className="min-w-0">
      {first && (
        <div aria-hidden className="mb-5 overflow-clip">
          <div className="pl-6">
            <VehicleDrawing
              vehicleId={first.rideType}
              paint={first.paint}
              scale={40}
              className="h-auto max-w-full"
            />
          </div>
          <RouteLine />
        </div>
      )}
      <dl>
        <Fact term="Phone">{phone ? <PhoneLink phone={phone} /> : 'None yet'}</Fact>
        <Fact term="Email">
          <a href={mailHref(email)} className="wrap-anywhere hover:underline">
            {email}
          </a>
        </Fact>
        <Fact term="Weekly hours">
          {weeklyHours.length === 0 && 'None proposed'}
          {weeklyHours.map(({ weekday, from, to }) => (
            <span key={`${weekday} ${from}`} className="block">
              {WEEKDAYS[weekday]}, {formatClock(from)} to {formatClock(to)}
            </span>
          ))}
        </Fact>
        <Fact term="Offered now">
          {serves.length > 0 ? serves.map(({ rideType }) => vehicleName(rideType)).join(', ') : 'Nothing'}
        </Fact>
        <Fact term="Rides">
          <Link to={`/ops?driver=${id}`} className="font-semibold text-gold-ink hover:underline">
            Show on the board
          </Link>
        </Fact>
      </dl>
    </div>
  );
}

const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={telHref(phone)} className="hover:underline">
    {phone}
  </a>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 border-line border-t py-3 text-14 last:border-b">
    <dt className="text-ink-2">{term}</dt>
    <dd>{children}</dd>
  </div>
);

interface SectionProps {
  driver: StaffDriver;
  now: Date;
}

/** A driver's own papers. */
export const DriverPapers = ({ driver: { documents }, now }: SectionProps) => (
  <section>
    <h2 className="display text-28">Documents</h2>
    {documents.length === 0 ? (
      <p className="mt-3 text-14 text-ink-2">None recorded yet.</p>
    ) : (
      <ul className="mt-3 border-line border-t">
        {documents.map((paper) => (
          <PaperRow key={`${paper.kind} ${paper.number}`} paper={paper} now={now} />
        ))}
      </ul>
    )}
  </section>
);

function PaperRow({ paper, now }: { paper: Paper; now: Date }) {
  const { tone, text } = paperStatus(paper, now);
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-line border-b py-2">
      <span>
        <span className="font-medium">{titleOf(paper.kind)}</span>{' '}
        <span className="ml-2 text-14 text-ink-2">{paper.number}</span>
        <span className="block text-14">
          <FileName file={paper.file} pathOf={staffFilePath} />
        </span>
      </span>
      <PaperMark status={{ tone, text: capitalize(text) }} />
    </li>
  );
}

/** The vehicles a driver drives. */
export const DriverVehicles = ({ driver: { vehicles }, now }: SectionProps) => (
  <section>
    <h2 className="display text-28">Vehicles</h2>
    {vehicles.length === 0 ? (
      <p className="mt-3 text-14 text-ink-2">
        None yet. Add this driver to a vehicle to offer them rides of its kind.
      </p>
    ) : (
      <ul className="mt-3 border-line border-t">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id} className="flex items-end justify-between gap-4 border-line border-b pt-2.5">
            <span className="min-w-0 pb-2.5">
              <span className="block font-medium">{vehicle.label}</span>
              <span className="block text-14 text-ink-2">
                <span className="whitespace-nowrap">{vehicle.plate}</span>, {vehicleName(vehicle.rideType)}
                {vehicle.state !== 'active' && <span className="text-warn">, out of service</span>}
              </span>
              <VehiclePapers papers={vehicle.documents} now={now} />
            </span>
            <RowVehicle vehicle={vehicle} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** Hides valid papers, because a driver may have many vehicles. */
function VehiclePapers({ papers, now }: { papers: readonly Paper[]; now: Date }) {
  const status = worstPaper(papers, now);
  return status.tone === 'fine' ? null : <PaperMark status={status} />;
}
