import { configSchema } from '#common/config/config-api.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from '#common/rides/ride.ts';
import { staffRideSchema } from '#common/rides/staff-ride.ts';
import { sessionSchema, userSchema } from '#common/users/user.ts';
import { alertRoutes } from './alerts/alert-routes.ts';
import { auditLogRoutes } from './audit-log/audit-log-routes.ts';
import { capacityRoutes } from './capacity/capacity-routes.ts';
import { configRoutes } from './config/config-routes.ts';
import { driverApplicationRoutes } from './driver-applications/driver-application-routes.ts';
import { disconnectDevice } from './drivers/driver-device.ts';
import { createDriverRoutes } from './drivers/driver-routes.ts';
import { ratesRoutes } from './fares/rates-routes.ts';
import { createSurgeDayRoutes } from './fares/surge-day-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { readFirstSteps } from './first-steps.ts';
import { giftCardRoutes } from './gift-cards/gift-card-routes.ts';
import { createGiftCardStaffRoutes } from './gift-cards/gift-card-staff-routes.ts';
import type { ApiRoutes } from './http/api-routes.ts';
import { createInboxRoutes } from './messages/inbox-routes.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { createOpsRoutes } from './ops/ops-routes.ts';
import { ownDataRoutes } from './personal-data/own-data-routes.ts';
import { savedPlaceRoutes } from './places/saved-place-routes.ts';
import { createPromoRoutes } from './promos/promo-routes.ts';
import { promoStaffRoutes } from './promos/promo-staff-routes.ts';
import { afterRideRoutes } from './rides/after/after-ride-routes.ts';
import { boardRoutes } from './rides/board/board-routes.ts';
import { byStaffRoutes } from './rides/by-staff/by-staff-routes.ts';
import { cancelRoutes } from './rides/cancel/cancel-routes.ts';
import { chargeRoutes } from './rides/charges/charge-routes.ts';
import { payLinkRoutes } from './rides/charges/pay-link-routes.ts';
import { dispatchRoutes } from './rides/dispatch/dispatch-routes.ts';
import { listRidesOfDriver, listRidesOfVehicle } from './rides/dispatch/open-rides.ts';
import { renameVehicleInRides } from './rides/dispatch/rename-vehicle.ts';
import { editRoutes } from './rides/edit/edit-routes.ts';
import { orderSheetRoutes } from './rides/order-sheet/order-sheet-routes.ts';
import { positionRoutes } from './rides/position/position-routes.ts';
import { countRidesByDay, describeRides, findFittingRide, hasRidden } from './rides/ride-queries.ts';
import { rideRoutes } from './rides/ride-routes.ts';
import { endCalendarAddress } from './rides/schedule/calendar-address.ts';
import { scheduleRoutes } from './rides/schedule/schedule-routes.ts';
import { tripRoutes } from './rides/trip/trip-routes.ts';
import { statementRoutes } from './statements/statement-routes.ts';
import { updateAlertsOfDriver, updateAlertsOfVehicle } from './update-fleet-alerts.ts';
import { createAccountRoutes } from './users/account-routes.ts';
import { factorRoutes } from './users/factor-routes.ts';
import { passkeyRoutes } from './users/passkey-routes.ts';
import { secondStepRoutes } from './users/second-step-routes.ts';
import { staffRoutes } from './users/staff-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { createVehicleRoutes } from './vehicles/vehicle-routes.ts';

/** The routes that implement the calls of `common/api.ts`, by noun. */
export const API_ROUTES: readonly ApiRoutes[] = [
  userRoutes,
  createAccountRoutes({
    endTokensOf: (driverId) => Promise.all([endCalendarAddress(driverId), disconnectDevice(driverId)]),
  }),
  secondStepRoutes,
  factorRoutes,
  passkeyRoutes,
  ownDataRoutes,
  savedPlaceRoutes,
  staffRoutes,
  createOpsRoutes({ readFirstSteps }),
  auditLogRoutes,
  configRoutes,
  capacityRoutes,
  createSurgeDayRoutes({ countRidesByDay }),
  ratesRoutes,
  rideRoutes,
  boardRoutes,
  cancelRoutes,
  byStaffRoutes,
  orderSheetRoutes,
  payLinkRoutes,
  afterRideRoutes,
  scheduleRoutes,
  chargeRoutes,
  editRoutes,
  positionRoutes,
  tripRoutes,
  dispatchRoutes,
  alertRoutes,
  createPromoRoutes({ hasRidden }),
  promoStaffRoutes,
  giftCardRoutes,
  createGiftCardStaffRoutes({ describeRides }),
  messageRoutes,
  createInboxRoutes({ findFittingRide }),
  createDriverRoutes({ listRidesOfDriver, updateAlertsOfDriver }),
  createVehicleRoutes({ listRidesOfVehicle, updateAlertsOfVehicle, renameVehicleInRides }),
  driverApplicationRoutes,
  fileRoutes,
  statementRoutes,
];

/** The named schemas of the OpenAPI document. */
export const API_SCHEMAS = {
  Session: sessionSchema,
  User: userSchema,
  Config: configSchema,
  RiderRide: riderRideSchema,
  DriverRide: driverRideSchema,
  StaffRide: staffRideSchema,
  Offer: offerSchema,
} as const;
