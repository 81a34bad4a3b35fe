import * as fc from 'fast-check';
import type { Audience } from '#common/endpoint.ts';
import { arbitraryOf, type JsonSchema } from '#server/testing/input-arbitrary.ts';
import type { DocumentedCall } from './documented-calls.ts';
import { type Spoiling, spoiling } from './hostile-input.ts';

/** How far a ride is brought. */
export const STAGES = [
  'unpaid',
  'paid',
  'accepted',
  'en_route',
  'in_progress',
  'completed',
  'cancelled',
] as const;
export type Stage = (typeof STAGES)[number];

/** A ride is booked and brought to a stage. */
export interface RideStep {
  step: 'ride';
  stage: Stage;
  rider: number;
  driver: number;
  hours: number | null;
  daysAhead: number;
}

/** A call, with everything that decides what is sent. */
export interface CallStep {
  step: 'call';
  /** Its method and path. */
  call: string;
  /** Who calls, of those whom `caller` lists. */
  caller: Audience;
  nth: number;
  /** Which of the ids seen it names. */
  id: number;
  query: unknown;
  body: unknown;
  how: Spoiling | null;
  /** Which Idempotency-Key; null for none. */
  key: number | null;
  /** How often it is sent at once. */
  times: number;
  /** Whether it names the version that was seen last. */
  isCurrent: boolean;
}

export type Step = RideStep | CallStep;

const ride: fc.Arbitrary<RideStep> = fc.record({
  step: fc.constant('ride'),
  stage: fc.constantFrom(...STAGES),
  rider: fc.nat(1),
  driver: fc.nat(1),
  hours: fc.constantFrom(null, 2, 3.5),
  daysAhead: fc.integer({ min: 3, max: 360 }),
});

/** Mostly whom the call serves. */
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
    how: call.body || call.query ? spoiling : fc.constant(null),
    key: call.takesIdempotencyKey ? fc.option(fc.nat(2)) : fc.constant(null),
    times: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
    ),
    isCurrent: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  });

/** What people do one after the other: rides in every state, and any calls. */
export const sequences = (calls: readonly DocumentedCall[], find: Find): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 1, arbitrary: ride },
      { weight: 5, arbitrary: fc.oneof(...calls.map((call) => callStep(call, find))) },
    ),
    { minLength: 1, maxLength: 25, size: 'max' },
  );
