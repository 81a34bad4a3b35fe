import { VehicleLine } from '#web/components/words/vehicle-line.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { drive } from '#web/content/pages/drive.ts';

/** Why and how to become a driver (specification section 2). */
export const DrivePage = () => (
  <WordPage
    copy={drive}
    picture={<VehicleLine scale={36} vehicles={[{ vehicleId: 'lux-suv', paint: 'black' }]} isLit />}
  />
);
