import * as z from 'zod/mini';
import { bookingTypeSchema, type Fare } from '#common/fares/fare.ts';
import { DEFAULT_GRATUITY, DEFAULT_HOURS, type FareInput, quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { validGiftCardSchema } from '#common/gift-cards/gift-card-codes-api.ts';
import { idSchema } from '#common/id.ts';
import { type Cents, roundCents } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { validPromoSchema } from '#common/promos/promos-api.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import type { User } from '#common/users/user.ts';
import { findVehicle, paintOf, VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';

/** A promo code applied to this booking; `pricedFor` is the key of the query its discount answers. */
const appliedPromoSchema = z.extend(validPromoSchema, { pricedFor: z.string() });
export type AppliedPromo = z.infer<typeof appliedPromoSchema>;

/** A gift card applied to this booking, and the rider signed in then, if any. */
const appliedGiftCardSchema = z.extend(validGiftCardSchema, { appliedBy: z.nullable(idSchema) });
export type AppliedGiftCard = z.infer<typeof appliedGiftCardSchema>;

/** The state of the booking form. */
export const draftSchema = z.object({
  bookingType: bookingTypeSchema,
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Between the two, in their order; one that was just added is empty. */
  stops: z._default(z.array(z.string()), []),
  /** Of an airport pickup, as typed. */
  flightNumber: z._default(z.string(), ''),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in Las Vegas; empty until chosen. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  vehicleId: z.enum(VEHICLE_IDS),
  preferredColor: z.enum(['black', 'white', 'pink', 'green']),
  /** The text of the hours field, which may be no number. */
  hours: z.string(),
  gratuityPercentage: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** Whether a return trip is wanted, which is one point to point, and when it is picked up. */
  hasReturn: z._default(z.boolean(), false),
  returnDate: z._default(z.string(), ''),
  returnTime: z._default(z.string(), ''),
  /** Whether somebody else rides, and who. */
  isForSomebodyElse: z._default(z.boolean(), false),
  passengerName: z._default(z.string(), ''),
  passengerPhone: z._default(z.string(), ''),
  specialRequests: z.string(),
  /** The text of the two code fields, upper-cased. Of an applied gift card, its last four symbols only. */
  promoCode: z.string(),
  giftCardCode: z.string(),
  /** The codes applied, one of each at most. */
  promo: z.nullable(appliedPromoSchema),
  giftCard: z.nullable(appliedGiftCardSchema),
});
export type Draft = z.infer<typeof draftSchema>;

/**
 * The draft as stored: only what was typed. A contact field that is null was never edited and follows the
 * signed-in account, so that nobody sees another person's name and phone.
 */
export const keptDraftSchema = z.extend(draftSchema, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
});
export type KeptDraft = z.infer<typeof keptDraftSchema>;

/** The initial form: hourly, three hours, the first vehicle in its first color (specification section 4). */
export const EMPTY_DRAFT: KeptDraft = {
  bookingType: 'hourly',
  pickupLocation: '',
  dropoffLocation: '',
  stops: [],
  flightNumber: '',
  scheduledDate: '',
  scheduledTime: '',
  vehicleId: 'lux-sedan',
  preferredColor: 'black',
  hours: String(DEFAULT_HOURS),
  gratuityPercentage: DEFAULT_GRATUITY,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  hasReturn: false,
  returnDate: '',
  returnTime: '',
  isForSomebodyElse: false,
  passengerName: '',
  passengerPhone: '',
  specialRequests: '',
  promoCode: '',
  giftCardCode: '',
  promo: null,
  giftCard: null,
};

/** The draft with some fields changed. A color the vehicle does not come in becomes its first. */
export function changeDraft(draft: KeptDraft, change: Partial<Draft>): KeptDraft {
  const next = { ...draft, ...change };
  return { ...next, preferredColor: paintOf(next.vehicleId, next.preferredColor) };
}

/** The hours of an hourly booking; null point to point, and while the field holds no number. */
export function hoursOf({ bookingType, hours }: Pick<Draft, 'bookingType' | 'hours'>): number | null {
  if (bookingType !== 'hourly' || hours.trim() === '') return null;
  const number = Number(hours);
  return Number.isFinite(number) ? number : null;
}

/** Whether the form asks for a way back. */
export const wantsReturn = ({ bookingType, hasReturn }: Pick<Draft, 'bookingType' | 'hasReturn'>): boolean =>
  bookingType === 'point-to-point' && hasReturn;

/** What of the form a request has in other words: who rides, which flight is met, and when the way back is. */
export const tripOf = (draft: Draft): Pick<RequestRide, 'passenger' | 'flightNumber' | 'returnTrip'> => ({
  returnTrip: wantsReturn(draft)
    ? { scheduledDate: draft.returnDate, scheduledTime: draft.returnTime }
    : null,
  passenger: draft.isForSomebodyElse ? { name: draft.passengerName, phone: draft.passengerPhone } : null,
  flightNumber:
    looksLikeAirport(draft.pickupLocation) && draft.flightNumber.trim() !== '' ? draft.flightNumber : null,
});

/** The form with name, e-mail and phone of the rider signed in, where nothing was typed over them. */
export const withContact = (kept: KeptDraft, rider: User | null): Draft => ({
  ...kept,
  customerName: kept.customerName ?? rider?.name ?? '',
  customerEmail: kept.customerEmail ?? rider?.username ?? '',
  customerPhone: kept.customerPhone ?? rider?.phone ?? '',
});

/** The form without a gift card that another rider applied in this tab before signing out. */
export function withoutForeignGiftCard(draft: Draft, rider: User | null): Draft {
  const appliedBy = draft.giftCard?.appliedBy ?? null;
  if (appliedBy === null || appliedBy === rider?.id) return draft;
  return { ...draft, giftCardCode: '', giftCard: null };
}

/**
 * The fare of the draft. Null until pickup, drop-off and vehicle are set, and the hours are above zero when
 * hourly (specification section 2). The tier follows the pickup date, the airport fee the pickup text;
 * applied codes are deducted.
 */
export function estimateFare(draft: Draft, { rates, surgeCalendar }: Pricing): Fare | null {
  const ride = pricedRide(draft);
  if (!ride) return null;
  return quoteFare(
    {
      ...ride,
      surgeTier: surgeTierOf(draft.scheduledDate, surgeCalendar),
      promoCents: centsOf(draft.promo?.discountAmount),
      giftCardBalanceCents: centsOf(draft.giftCard?.currentBalance),
    },
    rates,
  );
}

/** What the fare of the draft is made of besides its day and its codes; null until there is enough to calculate with. */
export function pricedRide(draft: Draft): Omit<FareInput, 'surgeTier'> | null {
  const vehicle = findVehicle(draft.vehicleId);
  const hours = hoursOf(draft);
  const hasHours = draft.bookingType === 'point-to-point' || (hours !== null && hours > 0);
  if (!draft.pickupLocation.trim() || !draft.dropoffLocation.trim() || !vehicle || !hasHours) return null;

  return {
    vehicle,
    bookingType: draft.bookingType,
    hours,
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    stopCount: draft.stops.length,
    gratuityPercentage: draft.gratuityPercentage,
  };
}

const centsOf = (dollars = 0): Cents => roundCents(dollars * 100);
