import type { RefObject } from 'react';
import type { Alternatives } from '#common/errors.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { Draft } from './draft.ts';
import type { RefusedDraft } from './marked-fields.ts';

/** The form as it stands, and what is to happen next. */
export interface RequestRideOptions {
  draft: Draft;
  /** The signed-in rider; undefined while that is not known yet. */
  rider: User | null | undefined;
  pricing: Pricing;
  onSignInNeeded: () => void;
  onRequested: (requested: RequestedRide) => void;
}

/** A form that was not taken since every vehicle of the kind is booked then. */
export interface FullyBookedDraft {
  draft: Draft;
  alternatives: Alternatives;
  wantsSameVehicle: (one: Draft, other: Draft) => boolean;
}

/** Somebody's visit to the form. */
export interface FormVisit extends RequestRideOptions {
  /** Null once it is over. */
  form: RefObject<HTMLFormElement | null>;
  setRefused: (refused: RefusedDraft) => void;
  setFull: (full: FullyBookedDraft | null) => void;
}
