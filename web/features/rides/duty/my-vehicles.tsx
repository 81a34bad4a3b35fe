import type { OwnDriver } from '#common/drivers/driver.ts';
import { expiredPaper, paperName } from '#common/papers.ts';
import { dateInVegas } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';

interface MyVehiclesProps {
  driver: OwnDriver;
  onClose: () => void;
}

/** The driver's vehicles, and what keeps each off the road. */
export function MyVehicles({ driver: { vehicles, documents }, onClose }: MyVehiclesProps) {
  const today = dateInVegas(new Date());
  const own = expiredPaper(documents, today);

  return (
    <Dialog isOpen onClose={onClose} title="My Vehicles">
      {own && <p className="mb-4 text-danger">Your {paperName(own.kind)} has expired.</p>}
      {vehicles.length === 0 && <p className="text-ink-2">Dispatch has not given you a vehicle yet.</p>}
      <ul>
        {vehicles.map(({ id, label, plate, rideType, state, documents: papers }) => {
          const expired = expiredPaper(papers, today);
          const problem =
            state === 'active' ? expired && `Its ${paperName(expired.kind)} has expired` : 'Out of service';
          return (
            <li
              key={id}
              className="flex flex-wrap justify-between gap-x-6 border-line border-b py-3 last:border-0"
            >
              <span>
                <span className="font-medium">{label}</span>
                <span className="block text-14 text-ink-2">
                  {vehicleName(rideType)}, {plate}
                </span>
              </span>
              <span className={problem ? 'text-14 text-warn' : 'text-14 text-ok'}>
                {problem ?? 'On the road'}
              </span>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
