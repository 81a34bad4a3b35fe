import { findVehicle, VEHICLES } from '#common/vehicles/catalogue.ts';
import { PAINTS } from '#common/vehicles/paints.ts';
import { OLDEST_YEAR } from '#common/vehicles/vehicle.ts';
import { PaintSwatches } from '#web/components/paint-swatches.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { CheckChips } from '../check-chips.tsx';
import { FormSection } from '../form-panel.tsx';
import { type VehicleDraft, withKind } from './vehicle-draft.ts';

interface FleetVehicleFieldsProps {
  draft: VehicleDraft;
  problems: FieldErrors;
  onEdit: (change: Partial<VehicleDraft>) => void;
  onReplace: (draft: VehicleDraft) => void;
}

/** The attributes of a vehicle and the kinds it serves, with a drawing. */
export function FleetVehicleFields({ draft, problems, onEdit, onReplace }: FleetVehicleFieldsProps) {
  const text = (name: 'label' | 'plate' | 'seats' | 'year') => ({
    name,
    autoComplete: 'off',
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onEdit({ [name]: event.target.value }),
  });

  return (
    <>
      <FormSection title="Vehicle">
        <Preview draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Kind" error={problems.rideType} className="sm:col-span-2">
            {(control) => (
              <Select
                {...control}
                value={draft.rideType}
                onChange={(event) => onReplace(withKind(draft, event.target.value))}
              >
                <option value="">Choose a kind</option>
                {VEHICLES.map(({ id, name, capacity }) => (
                  <option key={id} value={id}>
                    {name}, seats {capacity}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="What riders look for"
            hint="Color, make and model."
            error={problems.label}
            className="sm:col-span-2"
          >
            {(control) => (
              <TextInput
                {...control}
                {...text('label')}
                maxLength={80}
                placeholder="Black Cadillac Escalade"
              />
            )}
          </Field>
          <Field label="Plate" error={problems.plate}>
            {(control) => (
              <TextInput {...control} {...text('plate')} maxLength={16} placeholder="NV 218-QKD" />
            )}
          </Field>
          <Field label="Model year" hint={`${OLDEST_YEAR} or newer.`} error={problems.year}>
            {(control) => <TextInput {...control} {...text('year')} inputMode="numeric" maxLength={4} />}
          </Field>
          <Field label="Passenger seats" error={problems.seats}>
            {(control) => <TextInput {...control} {...text('seats')} inputMode="numeric" maxLength={2} />}
          </Field>
          <div className="grid content-start gap-1.5">
            <p aria-hidden className="font-medium text-14">
              Color: {draft.paint}
            </p>
            <PaintSwatches
              label="Color"
              paints={PAINTS}
              value={draft.paint}
              onChange={(paint) => onEdit({ paint })}
            />
          </div>
        </div>
        <Switch isOn={draft.wheelchairLift} onChange={(wheelchairLift) => onEdit({ wheelchairLift })}>
          Wheelchair lift
        </Switch>
      </FormSection>
      <AlsoServes draft={draft} error={problems.alsoServes} onEdit={onEdit} />
    </>
  );
}

/** The vehicle drawn on a line, at 30 pixels per meter where there is room. */
function Preview({ draft: { rideType, paint } }: { draft: VehicleDraft }) {
  const kind = findVehicle(rideType);
  return (
    <div aria-hidden className="flex min-h-28 items-end overflow-clip">
      <div className="w-full border-line border-b-2 pl-1">
        {kind && (
          <VehicleDrawing vehicleId={kind.id} paint={paint} scale={30} className="h-auto max-w-full" />
        )}
      </div>
    </div>
  );
}

interface AlsoServesProps {
  draft: VehicleDraft;
  error: string | undefined;
  onEdit: (change: Partial<VehicleDraft>) => void;
}

/** Further kinds that the vehicle may serve. Those with more seats than it has are not offered. */
function AlsoServes({ draft, error, onEdit }: AlsoServesProps) {
  const { rideType, alsoServes, seats } = draft;
  const options = VEHICLES.filter(
    ({ id, capacity }) => id !== rideType && (capacity <= Number(seats) || alsoServes.includes(id)),
  ).map(({ id, name }) => ({ value: id, label: name }));
  if (options.length === 0) return null;

  return (
    <FormSection title="Also serves">
      <CheckChips
        legend="Other kinds it can be sent for"
        options={options}
        chosen={alsoServes}
        onChange={(chosen) => onEdit({ alsoServes: chosen })}
        error={error}
      />
    </FormSection>
  );
}
