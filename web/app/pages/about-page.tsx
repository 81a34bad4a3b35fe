import { VehicleLine } from '#web/components/words/vehicle-line.tsx';
import { WordPage } from '#web/components/words/word-page.tsx';
import { about } from '#web/content/pages/about.ts';

/** Who Marquee is (specification section 2). */
export const AboutPage = () => (
  <WordPage
    copy={about}
    picture={
      <VehicleLine
        scale={20}
        vehicles={[
          { vehicleId: 'partybus-33', paint: 'black' },
          { vehicleId: 'hummer-18', paint: 'pink', from: 'lg' },
          { vehicleId: 'limousine-16', paint: 'black', from: 'md' },
          { vehicleId: 'lux-suv', paint: 'white', from: 'sm' },
          { vehicleId: 'lux-sedan', paint: 'black' },
        ]}
      />
    }
  />
);
