import * as fc from 'fast-check';
import type { Audience } from '#common/endpoint.ts';
import { arbitraryOf, type JsonSchema } from '#server/testing/input-arbitrary.ts';
import type { DocumentedCall } from './documented-calls.ts';
import { type Corruption, corruption } from './hostile-input.ts';

/**
 * The stages a ride can be brought to. A ride that costs nothing counts as `paid` before its
 * rider confirms it.
 */
export const STAGES = [
  'unpaid',
  'paid',
  'cancelled',
  'accepted',
  'en_route',
  'arrived',
  'in_progress',
  'completed',
] as const;
type Stage = (typeof STAGES)[number];

/** Books a ride and brings it to a stage. */
export interface RideStep {
  step: 'ride';
  stage: Stage;
  rider: number;
  driver: number;
  hours: number | null;
  daysAhead: number;
  hasReturn: boolean;
  discount: 'promo' | 'gift-card' | null;
  /** The final fare, in percent of the paid fare. */
  finalPercent: number;
  card: string;
}

/** Brings something that takes several calls of several people to a stage. */
export interface SceneStep {
  step: 'scene';
  scene: 'application' | 'gift-card';
  stage: number;
}

/** Makes a call, with everything that determines what is sent. */
export interface CallStep {
  step: 'call';
  /** Method and path. */
  call: string;
  /** Whose people the caller is picked from (`caller`), and which of them (`nth`). */
  caller: Audience;
  nth: number;
  /** Index of the id to use among those seen. */
  id: number;
  query: unknown;
  body: unknown;
  how: Corruption | null;
  /** Index of the Idempotency-Key; null for none. */
  key: number | null;
  /** How many copies are sent concurrently. */
  times: number;
  /** Whether the call is made as a page would: by a person it concerns, with the values seen last. */
  isCurrent: boolean;
}

export type Step = RideStep | SceneStep | CallStep;

/** Two good cards, one whose payments are disputed, and one whose refunds fail. */
const CARDS = ['4242424242424242', '5555555555554444', '4000000000000259', '4000000000005126'] as const;

const rideTo = (stages: readonly Stage[], fixed: Partial<RideStep> = {}): fc.Arbitrary<RideStep> =>
  fc
    .record<RideStep>({
      step: fc.constant('ride'),
      stage: fc.constantFrom(...stages),
      rider: fc.nat(1),
      driver: fc.nat(1),
      hours: fc.constantFrom(null, 2, 3.5),
      daysAhead: fc.integer({ min: 3, max: 360 }),
      hasReturn: fc.oneof(
        { weight: 5, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.boolean() },
      ),
      discount: fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom<RideStep['discount']>('promo', 'gift-card') },
      ),
      finalPercent: fc.constantFrom(100, 100, 80, 20),
      card: fc.oneof(
        { weight: 6, arbitrary: fc.constant(CARDS[0]) },
        { weight: 1, arbitrary: fc.constantFrom(...CARDS) },
      ),
    })
    .map((step) => ({ ...step, ...fixed }));

const scene: fc.Arbitrary<SceneStep> = fc.record({
  step: fc.constant('scene'),
  scene: fc.constantFrom('application', 'gift-card'),
  stage: fc.nat(2),
});

/** The ride stages in which a call can succeed, for calls that do not serve all rides. */
const SERVED: readonly (readonly [call: RegExp, stages: readonly Stage[], fixed?: Partial<RideStep>])[] = [
  [/\/(checkout|card)$/, ['unpaid']],
  [/\/confirm$/, ['paid'], { discount: 'promo', hasReturn: false }],
  [/(\/cancel|\/cancellation|\/share|\/start-pin|calendar\.ics)$/, ['paid', 'accepted']],
  [/(\/edit|\/edit-quote|\/edit\/drop|\/assign|\/undo|\/candidates|\/status)$/, ['paid']],
  [/(\/give-back|\/unassign)$/, ['accepted']],
  [/(\/no-show|\/simulated-drive|\/order-sheet|\/tracking)$/, ['en_route', 'arrived']],
  [/(\/extend|\/extension|\/propose-extension)$/, ['in_progress'], { hours: 2 }],
  [/(\/complete|\/completion)$/, ['in_progress']],
  [/(\/rating|\/tip)$/, ['completed'], { finalPercent: 100 }],
  [/\/final-fare$/, ['completed'], { finalPercent: 20 }],
  [/(\/adjust|\/withdraw|\/payment-link|\/charges\/.*)$/, ['paid', 'completed']],
  [/\{rideId\}/, STAGES],
  [/\/trips\/\{token\}$/, ['paid', 'en_route']],
];

/** Generates a caller, mostly of the audience that the call serves. */
const callers = (audience: Audience): fc.Arbitrary<Audience> => {
  const served = audience === 'user' ? fc.constantFrom<Audience>('rider', 'driver') : fc.constant(audience);
  return fc.oneof(
    { weight: 6, arbitrary: served },
    { weight: 1, arbitrary: fc.constantFrom<Audience>('anybody', 'rider', 'driver', 'dispatcher', 'admin') },
  );
};

type Find = (ref: string) => JsonSchema;

const callStep = (call: DocumentedCall, find: Find): fc.Arbitrary<CallStep> =>
  fc.record({
    step: fc.constant('call'),
    call: fc.constant(`${call.method} ${call.path}`),
    caller: callers(call.audience),
    nth: fc.nat(2),
    id: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(30) }),
    query: call.query ? arbitraryOf(call.query, find) : fc.constant(null),
    body: call.body ? arbitraryOf(call.body, find) : fc.constant(null),
    how: call.body || call.query ? corruption : fc.constant(null),
    key: call.takesIdempotencyKey ? fc.option(fc.nat(2)) : fc.constant(null),
    times: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
    ),
    isCurrent: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  });

/** Generates a call, half of the time after a ride in a stage in which the call can succeed. */
function callOnRide(call: DocumentedCall, find: Find): fc.Arbitrary<Step[]> {
  const alone = callStep(call, find).map((step) => [step]);
  if (!/\{rideId\}|\/trips\//.test(call.path)) return alone;
  const row = SERVED.find(([pattern]) => pattern.test(call.path));
  if (!row) return alone;
  const [, stages, fixed] = row;
  return fc.oneof(alone, fc.tuple(rideTo(stages, fixed), callStep(call, find)));
}

/** Generates sequences of steps: rides in every stage, scenes, and any calls. */
export const sequences = (calls: readonly DocumentedCall[], find: Find): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 1, arbitrary: rideTo(STAGES).map((step): Step[] => [step]) },
        { weight: 1, arbitrary: scene.map((step): Step[] => [step]) },
        { weight: 24, arbitrary: fc.oneof(...calls.map((call) => callOnRide(call, find))) },
      ),
      { minLength: 1, maxLength: 20, size: 'max' },
    )
    .map((parts) => parts.flat());
