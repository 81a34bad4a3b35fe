import * as alerts from './alerts/alerts-api.ts';
import * as auditLog from './audit-log/audit-log-api.ts';
import * as capacity from './capacity/capacity-api.ts';
import * as config from './config/config-api.ts';
import * as driverApplications from './driver-applications/driver-applications-api.ts';
import * as drivers from './drivers/drivers-api.ts';
import type { Endpoint } from './endpoint.ts';
import * as catalogue from './fares/catalogue-api.ts';
import * as rates from './fares/rates-api.ts';
import * as surgeDays from './fares/surge-days-api.ts';
import * as files from './files/files-api.ts';
import * as giftCardCodes from './gift-cards/gift-card-codes-api.ts';
import * as giftCardPurchases from './gift-cards/gift-card-purchases-api.ts';
import * as giftCardStaff from './gift-cards/gift-card-staff-api.ts';
import * as inbox from './messages/inbox-api.ts';
import * as messages from './messages/messages-api.ts';
import * as ops from './ops/ops-api.ts';
import * as ownData from './personal-data/own-data-api.ts';
import * as savedPlaces from './places/saved-places-api.ts';
import * as promoStaff from './promos/promo-staff-api.ts';
import * as promos from './promos/promos-api.ts';
import * as board from './rides/board-api.ts';
import * as byStaff from './rides/by-staff-api.ts';
import * as rideCancelling from './rides/cancel-api.ts';
import * as rideCharges from './rides/charges-api.ts';
import * as rideCheckout from './rides/checkout-api.ts';
import * as dispatch from './rides/dispatch-api.ts';
import * as drive from './rides/drive-api.ts';
import * as rideEdits from './rides/edit-api.ts';
import * as forRider from './rides/for-rider-api.ts';
import * as orderSheet from './rides/order-sheet-api.ts';
import * as payLink from './rides/pay-link-api.ts';
import * as positions from './rides/position-api.ts';
import * as rating from './rides/rating-api.ts';
import * as rides from './rides/rides-api.ts';
import * as schedule from './rides/schedule-api.ts';
import * as tips from './rides/tips-api.ts';
import * as trips from './rides/trip-api.ts';
import * as statements from './statements/statements-api.ts';
import * as account from './users/account-api.ts';
import * as customers from './users/customers-api.ts';
import * as factors from './users/factors-api.ts';
import * as passkeys from './users/passkeys-api.ts';
import * as staff from './users/staff-api.ts';
import * as users from './users/users-api.ts';
import * as vehicles from './vehicles/vehicles-api.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** All endpoints except Stripe's webhook. Not for the browser, which imports only the endpoints it calls. */
export const API: readonly Endpoint[] = [
  users,
  account,
  factors,
  passkeys,
  ownData,
  savedPlaces,
  staff,
  customers,
  ops,
  auditLog,
  config,
  capacity,
  surgeDays,
  catalogue,
  rates,
  rides,
  rideCheckout,
  drive,
  board,
  rideCancelling,
  byStaff,
  payLink,
  orderSheet,
  rating,
  tips,
  schedule,
  rideCharges,
  rideEdits,
  forRider,
  positions,
  trips,
  dispatch,
  alerts,
  promos,
  promoStaff,
  giftCardCodes,
  giftCardPurchases,
  giftCardStaff,
  messages,
  inbox,
  drivers,
  vehicles,
  driverApplications,
  files,
  statements,
].flatMap((noun) => Object.values(noun).filter(isEndpoint));
