import { ButtonLink } from '#web/components/ui/button-link.tsx';
import type { ApplicantVehicle } from './application-draft.ts';
import { StatusLine } from './status-line.tsx';
import { ANSWER_TIME, STEPS } from './step-list.tsx';

/** Returns the steps that follow. A company vehicle needs no inspection. */
function stepsOf(vehicle: ApplicantVehicle | null) {
  const { inspection: _inspection, ...others } = STEPS;
  return Object.values(vehicle ? STEPS : others);
}

/** Shown after sending. The application itself is shown only by the link mailed to the applicant. */
export const ApplicationSent = ({ vehicle }: { vehicle: ApplicantVehicle | null }) => (
  <div className="mx-auto max-w-[560px]" role="status">
    <StatusLine at="start" vehicle={vehicle} />
    <h1 className="display mt-8 text-40 lg:text-56">We have your application</h1>
    <p className="mt-4 text-pretty text-ink-2">
      {ANSWER_TIME} An email is on its way, with a link to your application’s status.
    </p>
    <ul className="mt-6 border-line border-t">
      {stepsOf(vehicle).map(({ title, time }) => (
        <li key={title} className="flex items-center gap-4 border-line border-b py-4">
          <span aria-hidden className="size-3 shrink-0 rounded-full border-2 border-control" />
          {title}
          <span className="ml-auto text-14 text-ink-2">{time}</span>
        </li>
      ))}
    </ul>
    <ButtonLink to="/earnings" variant="outline" size={52} className="mt-8 w-full">
      Estimate your earnings
    </ButtonLink>
  </div>
);
