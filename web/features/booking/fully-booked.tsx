import { useEffect, useRef } from 'react';
import type { Alternatives } from '#common/errors.ts';
import { formatTime, toInstant } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { Draft } from './draft.ts';
import { editDraft } from './draft-store.ts';
import { chooseVehicle } from './vehicle-fields.tsx';

interface FullyBookedProps {
  draft: Draft;
  alternatives: Alternatives;
}

/**
 * Says that every vehicle of a kind is taken at the time in the form, and offers the nearest free times and larger
 * vehicles as buttons, which change the form. Takes the focus when it comes.
 */
export function FullyBooked({ draft, alternatives }: FullyBookedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { scheduledDate, scheduledTime, vehicleId } = draft;
  const name = findVehicle(vehicleId)?.name ?? 'vehicle';
  const vehicles = alternatives.rideTypes.flatMap((id) => findVehicle(id) ?? []);
  const isNothingFree = alternatives.times.length === 0 && vehicles.length === 0;

  return (
    <section aria-labelledby="fully-booked" className="rounded-card border border-warn p-5">
      <h3 ref={heading} id="fully-booked" tabIndex={-1} className="text-16 font-semibold">
        Every {name} is taken at {inWords(scheduledDate, scheduledTime)}
      </h3>
      {isNothingFree ? (
        <p className="mt-2 text-ink-2">Nothing of its size is free near that time. Please try another day.</p>
      ) : (
        <div className="mt-4 grid gap-4">
          <Choices
            label="Free times on the same day"
            choices={alternatives.times.map((time) => ({
              text: inWords(scheduledDate, time),
              choose: () => editDraft({ scheduledTime: time }),
            }))}
          />
          <Choices
            label="Larger vehicles at the same time"
            choices={vehicles.map(({ id, name: larger, capacity }) => ({
              text: `${larger}, ${capacity} seats`,
              choose: () => chooseVehicle(id),
            }))}
          />
        </div>
      )}
    </section>
  );
}

interface ChoicesProps {
  label: string;
  choices: readonly { text: string; choose: () => void }[];
}

const Choices = ({ label, choices }: ChoicesProps) =>
  choices.length > 0 && (
    <div>
      <h4 className="text-14 text-ink-2">{label}</h4>
      <ul className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ text, choose }) => (
          <li key={text}>
            <Button type="button" variant="outline" onClick={choose}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );

/** `7:30 PM`; what was typed where no clock shows it. */
function inWords(date: string, time: string): string {
  const at = toInstant(date, time);
  return at ? formatTime(at) : time;
}
