import { findVehicle, type VehicleId } from '#common/vehicles/catalogue.ts';
import { ContentPage } from '#web/components/content/content-page.tsx';
import { Table } from '#web/components/ui/table.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { bookingTerms } from '#web/content/pages/booking-terms.ts';
import { TYPICAL_RATES, type TypicalRate } from '#web/content/typical-rates.ts';

/** The fifteen vehicles and the terms of a booking (specification section 2). */
export const BookingTermsPage = () => (
  <ContentPage copy={bookingTerms} inserts={{ vehicles: <TypicalRatesTable /> }} />
);

/** Pixels per metre: the tallest coach just fits a row. */
const SCALE = 12;

/** The fifteen vehicles with capacity and typical hourly rates, drawn to the same scale from `md` up. */
const TypicalRatesTable = () => (
  <Table
    caption="Vehicles with their capacity and typical hourly rates"
    columns={[
      { title: 'Vehicle', cell: ({ vehicleId, name }) => <NamedVehicle vehicleId={vehicleId} name={name} /> },
      { title: 'Seats', cell: ({ capacity }) => capacity, isFigure: true },
      { title: 'Hourly, typical', cell: ({ hourly: [from, to] }) => `$${from} to $${to}`, isFigure: true },
    ]}
    rows={TYPICAL_RATES}
    rowKey={({ vehicleId }) => vehicleId}
    className="[&_tbody_:is(td,th)]:py-4.25"
  />
);

/** The name, and the vehicle on a line slightly above the row's border. */
function NamedVehicle({ vehicleId, name }: Pick<TypicalRate, 'vehicleId' | 'name'>) {
  const paint = paintOf(vehicleId);
  return (
    <span className="relative block">
      {name}
      {paint && (
        <span className="absolute -bottom-1.5 left-50 max-md:hidden">
          <VehicleDrawing vehicleId={vehicleId} paint={paint} scale={SCALE} />
        </span>
      )}
    </span>
  );
}

/** Party buses are white, so that they differ from the shuttles. */
const paintOf = (vehicleId: VehicleId) =>
  vehicleId.startsWith('partybus')
    ? 'white'
    : findVehicle(vehicleId)?.paints.find((paint) => paint === 'black');
