import * as api from '#common/rides/by-staff-api.ts';
import { searchCustomers } from '#common/users/customers-api.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { findCustomers } from '../../users/customers.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { quoteCancellation } from '../cancel/cancellation-sums.ts';
import { presentStaffRide } from '../present-ride.ts';
import { findRide } from '../ride-queries.ts';
import { adjustRide } from './adjust-ride.ts';
import { bookByPhone } from './book-by-phone.ts';
import { completeForDriver } from './complete-for-driver.ts';
import { decideFare } from './decide-fare.ts';
import { sendPaymentLink } from './send-payment-link.ts';
import { withdrawCharge } from './withdraw-charge.ts';

export const byStaffRoutes = createApiRoutes();

byStaffRoutes.handle(api.readCancellation, async ({ params, query }) =>
  quoteCancellation(await findRide(params.rideId), query.by),
);

byStaffRoutes.handle(api.cancelRide, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(
    await cancelByStaff({ rideId: params.rideId, ...body, actor: { ...staff, address: clientNetwork } }),
  ),
);

byStaffRoutes.handle(api.adjustRide, async ({ params, body, staff, clientNetwork, idempotencyKey }) =>
  presentStaffRide(
    await adjustRide({
      rideId: params.rideId,
      ...body,
      actor: { ...staff, address: clientNetwork },
      idempotencyKey,
    }),
  ),
);

byStaffRoutes.handle(api.completeForDriver, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(
    await completeForDriver({ rideId: params.rideId, ...body, actor: { ...staff, address: clientNetwork } }),
  ),
);

byStaffRoutes.handle(api.decideFare, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(
    await decideFare({ rideId: params.rideId, ...body, actor: { ...staff, address: clientNetwork } }),
  ),
);

byStaffRoutes.handle(api.withdrawCharge, async ({ params, body, staff, clientNetwork }) =>
  presentStaffRide(await withdrawCharge({ ...params, ...body, actor: { ...staff, address: clientNetwork } })),
);

byStaffRoutes.handle(api.sendPaymentLink, async ({ params, body, staff, clientNetwork }) => ({
  sentTo: await sendPaymentLink({
    rideId: params.rideId,
    ...body,
    actor: { ...staff, address: clientNetwork },
  }),
}));

byStaffRoutes.handle(api.bookByPhone, async ({ body, staff, clientNetwork, idempotencyKey }) =>
  presentStaffRide(
    await bookByPhone({ request: body, actor: { ...staff, address: clientNetwork }, idempotencyKey }),
  ),
);

byStaffRoutes.handle(searchCustomers, ({ query }) => findCustomers(query.q));
