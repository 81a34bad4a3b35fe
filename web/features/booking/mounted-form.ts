import type { RefObject } from 'react';
import type { Alternatives } from '#common/errors.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { Draft } from './draft.ts';
import type { RefusedDraft } from './marked-fields.ts';

/** The state of the form and its callbacks. */
export interface RequestRideOptions {
  draft: Draft;
  /** The signed-in rider; null for a visitor, undefined until the session is known. */
  rider: User | null | undefined;
  pricing: Pricing;
  onSignInNeeded: () => void;
  onRequested: (requested: RequestedRide) => void;
}

/**
 * A draft that was refused because every vehicle of its type is booked at that time, with the alternatives.
 */
export interface FullyBookedDraft {
  draft: Draft;
  alternatives: Alternatives;
}

/** The mounted form, which handles the reply to a request. */
export interface MountedForm extends RequestRideOptions {
  /** `form.current` is null once the form is unmounted. */
  form: RefObject<HTMLFormElement | null>;
  setRefused: (refused: RefusedDraft) => void;
  setFullyBooked: (refused: FullyBookedDraft | null) => void;
}
