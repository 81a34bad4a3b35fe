import type { OwnDriver } from '#common/drivers/driver.ts';
import { ownFilePath } from '#common/files/files-api.ts';
import { expiredPaper, type Paper, paperName } from '#common/papers.ts';
import { dateInVegas } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { FileName } from '#web/components/ui/file-field.tsx';

interface MyVehiclesProps {
  driver: OwnDriver;
  onClose: () => void;
}

/** The driver's vehicles, why each is out of service, and the files of all documents. */
export function MyVehicles({ driver: { vehicles, documents }, onClose }: MyVehiclesProps) {
  const today = dateInVegas(new Date());
  const own = expiredPaper(documents, today);

  return (
    <Dialog isOpen onClose={onClose} title="My Vehicles">
      {own && <p className="mb-4 text-danger">Your {paperName(own.kind)} has expired.</p>}
      <PaperFiles papers={documents} />
      {vehicles.length === 0 && <p className="text-ink-2">Dispatch has not assigned you a vehicle yet.</p>}
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
                <PaperFiles papers={papers} />
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

/** Links to the files of these documents. */
function PaperFiles({ papers }: { papers: readonly Paper[] }) {
  const files = papers.flatMap(({ kind, file }) => (file ? [{ kind, file }] : []));
  if (files.length === 0) return null;
  return (
    <ul className="my-1 text-14">
      {files.map(({ kind, file }) => (
        <li key={file.id}>
          <span className="text-ink-2 first-letter:uppercase">{paperName(kind)}: </span>
          <FileName file={file} pathOf={ownFilePath} />
        </li>
      ))}
    </ul>
  );
}
