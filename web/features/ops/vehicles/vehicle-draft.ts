import type { BodyOf } from '#common/endpoint.ts';
import { findVehicle, isVehicleId, type Paint, type VehicleId } from '#common/vehicles/catalogue.ts';
import { type FleetVehicle, seatsProblem } from '#common/vehicles/vehicle.ts';
import { addVehicle } from '#common/vehicles/vehicles-api.ts';
import { draftPaper, type PaperDraft } from '../papers/papers-fields.tsx';

/** A vehicle being edited, with numbers as text. */
export interface VehicleDraft {
  label: string;
  /** Empty until chosen. */
  rideType: VehicleId | '';
  alsoServes: VehicleId[];
  seats: string;
  paint: Paint;
  plate: string;
  year: string;
  wheelchairLift: boolean;
  driverIds: string[];
  documents: PaperDraft[];
}

/** The body of the request. */
export type VehicleBody = BodyOf<typeof addVehicle>;

/** The form's values for a vehicle; null for a new one. */
export function draftVehicle(vehicle: FleetVehicle | null): VehicleDraft {
  if (!vehicle) {
    return {
      label: '',
      rideType: '',
      alsoServes: [],
      seats: '',
      paint: 'black',
      plate: '',
      year: '',
      wheelchairLift: false,
      driverIds: [],
      documents: [],
    };
  }
  const { id: _id, state: _state, version: _version, ...fields } = vehicle;
  return {
    ...fields,
    seats: String(fields.seats),
    year: String(fields.year),
    documents: fields.documents.map(draftPaper),
  };
}

/** Chooses a kind of vehicle. The seats become its capacity, unless another number was typed. */
export function withKind(draft: VehicleDraft, chosen: string): VehicleDraft {
  if (!isVehicleId(chosen)) return { ...draft, rideType: '' };
  const before = findVehicle(draft.rideType)?.capacity;
  const isOwn = draft.seats === '' || draft.seats === String(before);
  return {
    ...draft,
    rideType: chosen,
    alsoServes: draft.alsoServes.filter((type) => type !== chosen),
    seats: isOwn ? String(findVehicle(chosen)?.capacity ?? '') : draft.seats,
  };
}

/** Validates the draft. Returns the request body or the issues by field. */
export function checkVehicle(draft: VehicleDraft) {
  const parsed = addVehicle.body.safeParse({
    ...draft,
    seats: Number(draft.seats),
    year: Number(draft.year),
    documents: draft.documents.map(({ key: _key, ...paper }) => paper),
  });
  if (!parsed.success) return { body: null, issues: parsed.error.issues };
  const problem = seatsProblem(parsed.data);
  return problem ? { body: null, issues: [problem] } : { body: parsed.data, issues: [] };
}

/** Omits unchanged fields from the request body, so that the log names only what was changed. */
export function changesOf(body: VehicleBody, vehicle: FleetVehicle): Partial<VehicleBody> {
  const known: Partial<Record<string, unknown>> = vehicle;
  const changed = Object.entries(body).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  return Object.fromEntries(changed);
}
