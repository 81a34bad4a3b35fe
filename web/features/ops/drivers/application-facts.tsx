import type { ReactNode } from 'react';
import { APPLICATION_PAPERS } from '#common/driver-applications/application-papers.ts';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { formatDayTime } from '#common/format-date-time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { mailHref, telHref } from '#web/lib/contact-href.ts';
import { formatCalendarDay } from '#web/lib/format-calendar-day.ts';
import { useNow } from '#web/lib/use-now.ts';

/** The applicant, their vehicle, and the messages exchanged with staff. */
export function ApplicationFacts({ application }: { application: ApplicationDetails }) {
  const { phone, email, note, papers } = application;
  return (
    <div className="min-w-0">
      <VehicleFacts vehicle={application.vehicle} />
      <dl className="mt-3 border-line border-t">
        <Fact label="Phone">
          <a href={telHref(phone)} className="inline-flex min-h-6 hover:underline">
            {phone}
          </a>
        </Fact>
        <Fact label="Email">
          <a href={mailHref(email)} className="inline-flex min-h-6 hover:underline">
            {email}
          </a>
        </Fact>
        {note && <Fact label="Drove for">{note}</Fact>}
        {papers.map(({ kind, number, expiresOn }) => (
          <Fact key={kind} label={APPLICATION_PAPERS[kind].title}>
            {number}, ends {formatCalendarDay(expiresOn)}
          </Fact>
        ))}
      </dl>
      <Messages messages={application.messages} />
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[152px_1fr] gap-x-4 border-line border-b py-2.5 text-14">
    <dt className="text-ink-2">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** `ideal`: pixels per meter; long vehicles are scaled down to `width` pixels. */
const SCALE = { ideal: 56, width: 320 };

function VehicleFacts({ vehicle }: Pick<ApplicationDetails, 'vehicle'>) {
  if (!vehicle) return <p className="display text-28">Drives a company vehicle</p>;
  const { rideType, paint, label, year, plate, seats, wheelchairLift } = vehicle;
  const { length } = vehicleMeasures[rideType];
  return (
    <>
      <div aria-hidden className="flex flex-col overflow-x-clip">
        <div className="px-6">
          <VehicleDrawing
            vehicleId={rideType}
            paint={paint}
            scale={Math.min(SCALE.ideal, SCALE.width / length)}
          />
        </div>
        <RouteLine />
      </div>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="display text-28">{`${label} ${year}`}</h2>
        <p className="text-14 text-ink-2">
          {`${paint}, as ${vehicleName(rideType)}, seats ${seats}, ${plate}${wheelchairLift ? ', wheelchair lift' : ''}`}
        </p>
      </div>
    </>
  );
}

function Messages({ messages }: Pick<ApplicationDetails, 'messages'>) {
  const now = useNow();
  if (messages.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="display text-22">Between us</h2>
      <ul className="mt-2 grid gap-4 text-14">
        {messages.map(({ name, at, text, paper }) => (
          <li key={at}>
            <p>
              <span className="font-semibold">{name}</span>{' '}
              <span className="text-ink-2">
                {formatDayTime(new Date(at), now)}
                {paper && `, about ${APPLICATION_PAPERS[paper].title}`}
              </span>
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
