import { findVehicle, type Paint, VEHICLES } from '#common/vehicles/catalogue.ts';
import { PaintSwatches } from '#web/components/paint-swatches.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { CheckBox } from './applicant-step.tsx';
import { changeDraft, useApplicationDraft } from './application-draft.ts';
import { DraftField } from './draft-field.tsx';

const OWNERS = [
  { value: 'own', label: 'My own vehicle' },
  { value: 'company', label: 'A company vehicle' },
] as const;

/** The second step: the vehicle. */
export function VehicleStep({ problems }: { problems: FieldErrors }) {
  const hasVehicle = useApplicationDraft((draft) => draft.hasVehicle);
  return (
    <div className="grid gap-5">
      <SegmentedControl
        label="What you want to drive"
        look="strip"
        options={OWNERS}
        value={hasVehicle ? 'own' : 'company'}
        onChange={(owner) => changeDraft({ hasVehicle: owner === 'own' })}
      />
      {hasVehicle ? (
        <OwnVehicleFields problems={problems} />
      ) : (
        <p className="text-ink-2">You drive one of ours. We choose it together after the training.</p>
      )}
    </div>
  );
}

/** Changes the category. If it is not available in the chosen color, selects its first color. */
function chooseRideType(rideType: string, paint: string): void {
  const paints = findVehicle(rideType)?.paints ?? [];
  changeDraft({ rideType, paint: paints.find((each) => each === paint) ?? paints[0] ?? paint });
}

function OwnVehicleFields({ problems }: { problems: FieldErrors }) {
  const { rideType, paint, wheelchairLift } = useApplicationDraft();
  const vehicle = findVehicle(rideType);
  const paints: readonly Paint[] = vehicle?.paints ?? [];

  return (
    <>
      <Field label="Category" error={problems.rideType}>
        {(control) => (
          <Select
            {...control}
            name="rideType"
            value={rideType}
            onChange={(event) => chooseRideType(event.target.value, paint)}
          >
            {VEHICLES.map(({ id, name, capacity }) => (
              <option key={id} value={id}>{`${name}, ${capacity} passengers`}</option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <p aria-hidden className="mb-1.5 text-14 font-medium">
          Color
        </p>
        <PaintSwatches
          label="Color"
          look="named"
          paints={paints}
          value={paints.find((each) => each === paint) ?? 'black'}
          onChange={(chosen) => changeDraft({ paint: chosen })}
        />
      </div>
      <div className="grid grid-cols-[1fr_128px] items-start gap-x-4 gap-y-5 max-[19.9rem]:grid-cols-1">
        <DraftField name="label" label="Make and model" problems={problems} autoComplete="off" />
        <DraftField
          name="year"
          label="Year"
          problems={problems}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
        <DraftField name="plate" label="License plate" problems={problems} autoComplete="off" />
        <DraftField
          name="seats"
          label="Seats"
          problems={problems}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
        />
      </div>
      <div>
        <CheckBox
          name="wheelchairLift"
          isChecked={wheelchairLift}
          onChange={(isChecked) => changeDraft({ wheelchairLift: isChecked })}
        >
          It has a wheelchair lift
        </CheckBox>
        <p className="mt-1 text-14 text-ink-2">2018 or newer, in a color the category comes in.</p>
      </div>
    </>
  );
}
