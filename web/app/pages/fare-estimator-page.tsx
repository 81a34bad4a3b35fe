import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { vehicleHash } from '#web/features/booking/vehicle-hash.ts';
import type { EstimatorInput } from '#web/features/estimator/estimate-ride.ts';
import { FareEstimator } from '#web/features/estimator/fare-estimator.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** /fare-estimator: the fare of a ride, before booking (specification section 2). */
export const FareEstimatorPage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta
      title="Fare Estimator"
      description="What a chauffeured ride in Las Vegas costs, line by line, before you book."
      path="/fare-estimator"
    />
    <PageHeading
      title="Fare Estimator"
      lead="The same arithmetic as the booking form, line by line."
      className="mb-8 lg:mb-12"
    />
    <FareEstimator
      bookingPath={(vehicleId) => `/${vehicleHash(vehicleId)}`}
      onBook={(input) => void fillBookingForm(input)}
    />
  </div>
);

const loadDraftStore = () => import('#web/features/booking/draft-store.ts');

/**
 * Writes the estimate's inputs to the booking draft; the vehicle is in the URL. If the draft's chunk fails to
 * load, so does the page that uses it.
 */
const fillBookingForm = ({ hours, date, gratuityPercentage }: EstimatorInput) =>
  loadDraftStore().then(
    ({ editDraft }) =>
      editDraft({
        bookingType: 'hourly',
        hours: String(hours),
        gratuityPercentage,
        ...(date && { scheduledDate: date }),
      }),
    () => {},
  );
