import { ContentPage } from '#web/components/content/content-page.tsx';
import { VehicleLine } from '#web/components/content/vehicle-line.tsx';
import { drive } from '#web/content/pages/drive.ts';
import { DriverApplicationForm } from '#web/features/messages/lead-forms.tsx';
import { useSender } from '../use-sender.ts';

/** Why and how to become a driver, and the application (specification section 2). */
export function DrivePage() {
  const sender = useSender();
  return (
    <ContentPage
      copy={drive}
      picture={<VehicleLine scale={36} vehicles={[{ vehicleId: 'lux-suv', paint: 'black' }]} isLit />}
      inserts={{ apply: <DriverApplicationForm sender={sender} /> }}
    />
  );
}
