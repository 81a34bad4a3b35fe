import type { ReactNode } from 'react';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** Shown for any unknown path (specification section 2). */
export const NotFoundPage = () => (
  <NotFound>
    <ButtonLink to="/">Back to home</ButtonLink>
    <ButtonLink to="/#booking" variant="outline">
      Book a ride
    </ButtonLink>
  </NotFound>
);

/** Shown for any unknown path below `/ops`. */
export const OpsNotFoundPage = () => (
  <NotFound>
    <ButtonLink to="/ops">Back to Rides</ButtonLink>
  </NotFound>
);

const NotFound = ({ children }: { children: ReactNode }) => (
  <div className="column py-10 lg:py-24">
    <PageMeta title="404 Page Not Found" />
    <section className="mx-auto max-w-[720px] rounded-card border border-line bg-surface p-5 pt-8 sm:p-14 sm:pt-12 sm:pb-12">
      <div className="relative pt-15 sm:pt-16">
        <div className="absolute bottom-4 left-[31%] max-sm:origin-bottom-left max-sm:scale-75">
          <VehicleDrawing vehicleId="lux-sedan" paint="black" scale={40} lit />
        </div>
        <RouteLine end="none" isFading />
      </div>
      <h1 className="display mt-10 text-40 sm:mt-12 sm:text-56">404 Page Not Found</h1>
      <p className="mt-3 text-18 text-ink-2">This road is not on our map.</p>
      <div className="mt-6 flex gap-3 max-sm:flex-col">{children}</div>
    </section>
  </div>
);
