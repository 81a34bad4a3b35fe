import type { Router } from 'express';
import { configSchema } from '#common/config.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from '#common/rides/ride.ts';
import { sessionSchema, userSchema } from '#common/users/user.ts';
import { configCalls } from './config/config-calls.ts';
import { configRoutes } from './config/config-routes.ts';
import { giftCardCalls, purchaseGiftCardCalls, validateGiftCardCalls } from './gift-cards/gift-card-calls.ts';
import { giftCardRoutes } from './gift-cards/gift-card-routes.ts';
import { purchaseGiftCardRoutes } from './gift-cards/purchase-gift-card-routes.ts';
import { validateGiftCardRoutes } from './gift-cards/validate-gift-card-routes.ts';
import type { ApiCall } from './http/api-call.ts';
import { contactRoutes } from './messages/contact-routes.ts';
import { leadRoutes } from './messages/lead-routes.ts';
import { lostItemRoutes } from './messages/lost-item-routes.ts';
import { contactCalls, leadCalls, lostItemCalls } from './messages/message-calls.ts';
import { promoCalls, validatePromoCalls } from './promos/promo-calls.ts';
import { promoRoutes } from './promos/promo-routes.ts';
import { validatePromoRoutes } from './promos/validate-promo-routes.ts';
import { rideCalls } from './rides/ride-calls.ts';
import { rideRoutes } from './rides/ride-routes.ts';
import { sessionCalls } from './users/session-calls.ts';
import { sessionRoutes } from './users/session-routes.ts';
import { userCalls } from './users/user-calls.ts';
import { userRoutes } from './users/user-routes.ts';

/** The calls of one noun: where they are mounted, what answers them, and their description. */
export interface ApiSection {
  path: `/api/${string}`;
  routes: Router;
  calls: readonly ApiCall[];
}

/** The whole API, noun by noun; Stripe's webhook apart, which is no page's to call. */
export const API: readonly ApiSection[] = [
  { path: '/api/session', routes: sessionRoutes, calls: sessionCalls },
  { path: '/api/users', routes: userRoutes, calls: userCalls },
  { path: '/api/config', routes: configRoutes, calls: configCalls },
  { path: '/api/rides', routes: rideRoutes, calls: rideCalls },
  { path: '/api/validate-promo-code', routes: validatePromoRoutes, calls: validatePromoCalls },
  { path: '/api/promos', routes: promoRoutes, calls: promoCalls },
  { path: '/api/validate-gift-card', routes: validateGiftCardRoutes, calls: validateGiftCardCalls },
  { path: '/api/purchase-gift-card', routes: purchaseGiftCardRoutes, calls: purchaseGiftCardCalls },
  { path: '/api/gift-cards', routes: giftCardRoutes, calls: giftCardCalls },
  { path: '/api/contact', routes: contactRoutes, calls: contactCalls },
  { path: '/api/lost-items', routes: lostItemRoutes, calls: lostItemCalls },
  { path: '/api/leads', routes: leadRoutes, calls: leadCalls },
];

/** The shapes worth a name in the API's description. */
export const API_SCHEMAS = {
  Session: sessionSchema,
  User: userSchema,
  Config: configSchema,
  RiderRide: riderRideSchema,
  DriverRide: driverRideSchema,
  Offer: offerSchema,
} as const;
