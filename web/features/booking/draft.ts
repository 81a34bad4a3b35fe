import type * as z from 'zod/mini';
import { DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/fare-choices.ts';
import type { User } from '#common/users/user.ts';
import { paintOf } from '#common/vehicles/catalogue.ts';
import type { draftSchema, keptDraftSchema } from './stored-draft.ts';

/** The state of the booking form. */
export type Draft = z.infer<typeof draftSchema>;

/**
 * The draft as stored: only what was typed. A contact field that is null was never edited and follows the
 * signed-in account, so that nobody sees another person's name and phone.
 */
export type StoredDraft = z.infer<typeof keptDraftSchema>;

/** A promo code applied to this booking. `pricedFor` is the cache key of its discount. */
export type AppliedPromo = NonNullable<Draft['promo']>;

/** A gift card applied to this booking, with the id of the rider who was signed in, if any. */
export type AppliedGiftCard = NonNullable<Draft['giftCard']>;

/** The initial form: hourly, three hours, the first vehicle in its first color (specification section 4). */
export const EMPTY_DRAFT: StoredDraft = {
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

/** Changes fields of the draft. A color that the vehicle does not come in falls back to its first color. */
export function changeDraft(draft: StoredDraft, change: Partial<Draft>): StoredDraft {
  const next = { ...draft, ...change };
  return { ...next, preferredColor: paintOf(next.vehicleId, next.preferredColor) };
}

/** Returns the hours of an hourly booking. Null for point-to-point, or while the field holds no number. */
export function hoursOf({ bookingType, hours }: Pick<Draft, 'bookingType' | 'hours'>): number | null {
  if (bookingType !== 'hourly' || hours.trim() === '') return null;
  const number = Number(hours);
  return Number.isFinite(number) ? number : null;
}

/** Whether the form includes a return trip. */
export const wantsReturn = ({ bookingType, hasReturn }: Pick<Draft, 'bookingType' | 'hasReturn'>): boolean =>
  bookingType === 'point-to-point' && hasReturn;

/**
 * Whether a fare can be calculated: pickup and drop-off are set and, when hourly, the hours are above zero
 * (specification section 2).
 */
export const canBePriced = (
  draft: Pick<Draft, 'bookingType' | 'pickupLocation' | 'dropoffLocation' | 'hours'>,
): boolean =>
  draft.pickupLocation.trim() !== '' &&
  draft.dropoffLocation.trim() !== '' &&
  (draft.bookingType === 'point-to-point' || (hoursOf(draft) ?? 0) > 0);

/** Fills contact fields that were never edited with name, email and phone of the signed-in rider. */
export const withContact = (kept: StoredDraft, rider: User | null): Draft => ({
  ...kept,
  customerName: kept.customerName ?? rider?.name ?? '',
  customerEmail: kept.customerEmail ?? rider?.username ?? '',
  customerPhone: kept.customerPhone ?? rider?.phone ?? '',
});

/** Removes a gift card that another rider applied in this tab before signing out. */
export function withoutForeignGiftCard(draft: Draft, rider: User | null): Draft {
  const appliedBy = draft.giftCard?.appliedBy ?? null;
  if (appliedBy === null || appliedBy === rider?.id) return draft;
  return { ...draft, giftCardCode: '', giftCard: null };
}
