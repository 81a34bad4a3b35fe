import type { StaffDriver } from '#common/drivers/driver.ts';
import { type FleetVehicle, VEHICLE_PAPERS } from '#common/vehicles/vehicle.ts';
import { addVehicle, editVehicle, readVehicle } from '#common/vehicles/vehicles-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { useIsUploading } from '#web/lib/upload-store.ts';
import { FormPanel } from '../form-panel.tsx';
import { PapersFields, paperUploadKey } from '../papers/papers-fields.tsx';
import { droppedEditsMessage, useMergedDraft } from '../use-merged-draft.ts';
import { useStaffForm } from '../use-staff-form.ts';
import { DriverChoice } from './driver-choice.tsx';
import { FleetVehicleFields } from './fleet-vehicle-fields.tsx';
import {
  changesOf,
  checkVehicle,
  draftVehicle,
  type VehicleBody,
  type VehicleDraft,
} from './vehicle-draft.ts';

interface VehiclePanelProps {
  /** The vehicle to edit; null adds a new one. */
  vehicle: FleetVehicle | null;
  drivers: readonly StaffDriver[];
  /** Called with the current state of the vehicle: saved, or reloaded after a conflict. */
  onReceived: (vehicle: FleetVehicle) => void;
  onClose: () => void;
}

const DRAFT = {
  draftOf: draftVehicle,
  names: {
    label: 'what riders look for',
    rideType: 'kind',
    alsoServes: 'also serves',
    seats: 'seats',
    paint: 'color',
    plate: 'plate',
    year: 'model year',
    wheelchairLift: 'wheelchair lift',
    driverIds: 'drivers',
  },
};

/** Form to add or edit a vehicle. */
export function VehiclePanel({ vehicle: opened, drivers, onReceived, onClose }: VehiclePanelProps) {
  const { stored: vehicle, draft, setDraft, merge } = useMergedDraft(opened, DRAFT);
  const edit = (change: Partial<VehicleDraft>) => setDraft((known) => ({ ...known, ...change }));

  const form = useStaffForm({
    check: () => checkVehicle(draft).issues,
    save: async () => {
      const { body } = checkVehicle(draft);
      if (!body) return;
      onReceived(await save(body, vehicle));
      toast.success(vehicle ? 'Vehicle saved' : 'Vehicle added', `${body.label}, ${body.plate}`);
      onClose();
    },
    onConflict: async () => {
      if (!vehicle) return null;
      const { vehicle: newest } = await call(readVehicle, { vehicleId: vehicle.id });
      onReceived(newest);
      return droppedEditsMessage(merge(newest));
    },
    fieldOf: { PLATE_TAKEN: 'plate' },
  });

  const isSendingFile = useIsUploading(draft.documents.map(paperUploadKey));

  return (
    <FormPanel
      title={vehicle ? `Edit ${vehicle.plate}` : 'Add a vehicle'}
      form={form}
      submitLabel={vehicle ? 'Save' : 'Add vehicle'}
      isSendingFile={isSendingFile}
      onClose={onClose}
    >
      <FleetVehicleFields draft={draft} problems={form.problems} onEdit={edit} onReplace={setDraft} />
      <DriverChoice
        drivers={drivers}
        chosen={draft.driverIds}
        onChange={(driverIds) => edit({ driverIds })}
      />
      <PapersFields
        kinds={VEHICLE_PAPERS}
        papers={draft.documents}
        onChange={(documents) => edit({ documents })}
        problems={form.problems}
      />
    </FormPanel>
  );
}

async function save(body: VehicleBody, vehicle: FleetVehicle | null): Promise<FleetVehicle> {
  if (!vehicle) return (await call(addVehicle, body)).vehicle;
  const changes = changesOf(body, vehicle);
  if (Object.keys(changes).length === 0) return vehicle;
  const { id: vehicleId, version } = vehicle;
  return (await call(editVehicle, { vehicleId, version, ...changes })).vehicle;
}
