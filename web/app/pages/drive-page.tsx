import { ContentPage } from '#web/components/content/content-page.tsx';
import { VehicleLine } from '#web/components/content/vehicle-line.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { drive } from '#web/content/pages/drive.ts';

/** Why and how to become a driver, with a link to the application (specification section 2). */
export function DrivePage() {
  return (
    <ContentPage
      copy={drive}
      picture={<VehicleLine scale={36} vehicles={[{ vehicleId: 'lux-suv', paint: 'black' }]} isLit />}
      inserts={{
        apply: (
          <ButtonLink to="/drive/apply" size={52} className="self-start">
            Apply to drive
          </ButtonLink>
        ),
      }}
    />
  );
}
