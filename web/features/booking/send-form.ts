import type { Alternatives } from '#common/errors.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import * as api from '#common/rides/rides-api.ts';
import type { User } from '#common/users/user.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { reloadCatalogue } from '#web/lib/load-catalogue.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { clearIdempotencyKey, idempotencyKeyOf } from './booking-key.ts';
import {
  checkDraft,
  invalidTime,
  type Refusal,
  validationErrorsOf,
  withoutRefusedCodes,
} from './check-draft.ts';
import { areCodesApplied } from './codes/code-checks.ts';
import { type Draft, wantsReturn, withContact, withoutForeignGiftCard } from './draft.ts';
import { clearDraft, editDraft, useDraftStore } from './draft-store.ts';
import { toRideRequest } from './draft-to-request.ts';
import type { ValidationError } from './marked-fields.ts';
import type { MountedForm, RequestRideOptions } from './mounted-form.ts';
import { returnTrip } from './return-trip/use-return-trip.ts';

/**
 * The outcome of Request Ride. All but `requested` were shown in a toast, except for a form without a rider,
 * which `checkDraft` has refused before.
 */
type Attempt =
  | { outcome: 'requested'; requested: api.RequestedRide }
  /** Refused by the form's own rules. */
  | { outcome: 'invalid'; validationErrors: ValidationError[]; needsSignIn: boolean }
  /** Refused by the server, with alternatives when the vehicle type is fully booked. */
  | {
      outcome: 'refused';
      validationErrors: ValidationError[];
      needsSignIn: boolean;
      alternatives: Alternatives | null;
    }
  /** Nothing more to do: the form can be sent again unchanged, or the rider has left it. */
  | { outcome: 'over' };

type SentForm = Pick<RequestRideOptions, 'draft' | 'rider' | 'pricing'>;

/**
 * Validates the form and sends it as it is now. Waits while a code is being checked, and sends nothing when
 * the code is not applied. The rider may leave the page and come back while this runs: what is sent is the
 * form as it is when sending begins, and the reply goes to the form that is mounted when it arrives.
 */
export async function sendForm(
  submittedForm: SentForm,
  getMountedForm: () => MountedForm | null,
): Promise<void> {
  if (!(await areCodesApplied())) return;
  const formNow = getMountedForm();
  const sentForm = formNow ? { ...formNow, draft: newestDraft(formNow.rider ?? null) } : submittedForm;
  const { draft, rider } = sentForm;
  const attempt = await attemptRide(sentForm, () => getMountedForm() !== null);
  const mountedForm = getMountedForm();
  if (!mountedForm || attempt.outcome === 'over') return;
  if (attempt.outcome === 'requested') {
    // A different rider who signed in meanwhile must not see this checkout.
    if (mountedForm.rider?.id === rider?.id) mountedForm.onRequested(attempt.requested);
    return;
  }
  mountedForm.setRefused({ draft, validationErrors: attempt.validationErrors });
  if (attempt.outcome === 'refused') {
    const { alternatives } = attempt;
    mountedForm.setFullyBooked(alternatives && { draft, alternatives });
  }
  if (attempt.needsSignIn) mountedForm.onSignInNeeded();
}

/** The form as typed so far. Its last render may be older. */
const newestDraft = (rider: User | null): Draft =>
  withoutForeignGiftCard(withContact(useDraftStore.getState(), rider), rider);

/**
 * Validates and sends the form. Shows a toast for each failure, and for a ride whose rider has left the form
 * meanwhile.
 */
async function attemptRide({ draft, rider, pricing }: SentForm, isAtForm: () => boolean): Promise<Attempt> {
  const refusal =
    checkDraft(draft, { isSignedIn: Boolean(rider), now: serverNow() }) ?? (await checkWayBack(draft));
  if (refusal) {
    const { title, message, validationErrors, needsSignIn } = refusal;
    toast.error(title, message);
    return { outcome: 'invalid', validationErrors, needsSignIn };
  }
  // Unreachable for a visitor, whom `checkDraft` refuses; narrows the type.
  if (!rider) return { outcome: 'over' };
  const wantedOf = (typed: Draft) => toRideRequest(typed, { riderId: rider.id, pricing });
  try {
    // `wanted` identifies the booking; `seen`, the rates and amounts shown, may differ when it is sent again.
    // The key is kept in this tab, also over a reload, until the server has decided.
    const { wanted, seen } = wantedOf(draft);
    const send = () => sendRequest({ ...wanted, ...seen }, idempotencyKeyOf(wanted));
    const requested = await send().catch((error: unknown) => {
      // The earlier booking with this key was cancelled, so book anew, unless the rider has left the form:
      // they may have cancelled it after this click.
      if (!isCancelled(error) || !isAtForm()) throw error;
      clearIdempotencyKey();
      return send();
    });
    clearIdempotencyKey();
    // Keep a draft that was changed meanwhile: it is another ride.
    if (JSON.stringify(wantedOf(newestDraft(rider)).wanted) === JSON.stringify(wanted)) clearDraft();
    if (isAtForm()) return { outcome: 'requested', requested };
    const action = { to: `/my-rides/${requested.ride.id}`, label: 'Show' };
    const [rides, them] = requested.returnRide ? ['Rides', 'them'] : ['Ride', 'it'];
    const verb = requested.clientSecret === api.NO_PAYMENT_REQUIRED ? 'Confirm' : 'Pay for';
    toast.success(`${rides} requested`, `${verb} ${them} in My Rides to keep ${them}.`, action);
    return { outcome: 'over' };
  } catch (error) {
    return reportFailure(error);
  }
}

const isCancelled = (error: unknown): boolean => error instanceof ApiError && error.code === 'RIDE_CANCELLED';

/** Shows the server's refusal in a toast, and removes the codes it refused. */
async function reportFailure(error: unknown): Promise<Attempt> {
  if (!(error instanceof ApiError)) {
    toast.error('Payment Error', 'Failed to initialize payment. Please try again.');
    return { outcome: 'over' };
  }
  // Only a conflict is a final reply. After a timeout, a rate limit or an expired session, an earlier request
  // may have created the ride, and only the same key finds it.
  if (error.status === 409) clearIdempotencyKey();
  if (error.code === 'RATES_CHANGED') {
    toast.error('Rates have changed', messageOf(error, 'Please look at the new fare.'));
    // The form stays as it is, and shows the new fare once the rates have loaded.
    await reloadCatalogue().catch(() => undefined);
    return { outcome: 'over' };
  }
  toast.error('Error', messageOf(error, 'Failed to request ride'));
  const validationErrors = validationErrorsOf(error.issues);
  editDraft(withoutRefusedCodes(validationErrors));
  const { status, alternatives } = error;
  return { outcome: 'refused', validationErrors, needsSignIn: status === 401, alternatives };
}

/** Validates the return trip. When its code does not load, the server validates it. */
async function checkWayBack(draft: Draft): Promise<Refusal | null> {
  if (!wantsReturn(draft)) return null;
  const now = serverNow();
  const code = await returnTrip.load().catch(() => null);
  const problem = code?.returnProblem(draft, now);
  return problem ? invalidTime(problem, draft.returnDate, ['returnDate', 'returnTime'], now) : null;
}

/**
 * Requests a ride. Idempotent: the same key with the same body creates one ride.
 * @throws ApiError when the server refuses; Error when the reply has no client secret
 */
export async function sendRequest(body: RequestRide, idempotencyKey: string): Promise<api.RequestedRide> {
  const requested = await call(api.requestRide, body, { idempotencyKey });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}
