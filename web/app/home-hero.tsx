import { useLocation } from 'react-router-dom';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { latePart } from '#web/components/late-part.tsx';
import { HeroScene } from '#web/components/skyline/hero-scene.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { vehicleFromHash } from '#web/features/booking/vehicle-hash.ts';
import { useHydrated } from '#web/lib/hydration.ts';

const HomeServiceData = latePart(() => import('./home-service-data.tsx'), 'HomeServiceData');

/** The hero's vehicle, unless the hash names another. */
const SHOWPIECE = 'limousine-16';

/** The top of the home page: the service, the city, and the link to the booking form. */
export function HomeHero() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const vehicleId = (isHydrated && vehicleFromHash(hash)) || SHOWPIECE;

  return (
    <HeroScene
      vehicleId={vehicleId}
      paint="black"
      pickup="Bellagio Hotel & Casino"
      pickupDetail="Pickup, 7:30 PM"
      dropoff="Allegiant Stadium"
      dropoffDetail="Drop-off, 7:48 PM"
      caption={`${findVehicle(vehicleId)?.name}, drawn to scale`}
    >
      <HomeServiceData />
      <p className="flex items-center gap-2.5 text-14 font-medium text-gold-ink">
        <span aria-hidden className="size-2 rounded-full bg-gold" />
        Now in Las Vegas only
      </p>
      <h1 className="display mt-4 text-56 lg:text-72">
        <span className="block">The night is planned.</span>
        <span className="block">The car is outside.</span>
      </h1>
      <p className="mt-5 max-w-[440px] text-balance text-18 text-ink-2">
        Sedans to 45-seat coaches, each with a licensed chauffeur. By the hour or point to point.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink to="#booking" size={48} className="max-sm:flex-1">
          Book a ride
        </ButtonLink>
        <ButtonLink to="#pricing" size={48} variant="outline" className="bg-bg max-sm:flex-1">
          See the fleet
        </ButtonLink>
      </div>
    </HeroScene>
  );
}
