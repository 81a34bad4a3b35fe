import { ContentPage } from '#web/components/content/content-page.tsx';
import { VehicleLine } from '#web/components/content/vehicle-line.tsx';
import { about } from '#web/content/pages/about.ts';

/** Who Marquee is (specification section 2). */
export const AboutPage = () => (
  <ContentPage
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
