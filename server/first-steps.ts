import type { FirstStep, FirstStepId } from '#common/ops/ops-api.ts';
import { readCapacitySetting } from './capacity/capacity-setting.ts';
import { listDrivers } from './drivers/driver-queries.ts';
import { env, isStripeSet } from './env.ts';
import { isMailWorking } from './mail/email-outbox.ts';
import { hasReceivedWebhook } from './payments/stripe-events.ts';
import { hasUserWithRole } from './users/accounts.ts';
import { listVehicles } from './vehicles/vehicle-queries.ts';

/** How to detect that a step is done, from existing data, so that nobody has to tick it off. */
const STEPS: Readonly<Record<FirstStepId, () => Promise<boolean>>> = {
  dispatcher: () => hasUserWithRole('dispatcher'),
  vehicle: async () => (await listVehicles({ state: 'active', limit: 1 })).vehicles.length > 0,
  driver: async () => (await listDrivers({ state: 'active', limit: 1 })).drivers.length > 0,
  mail: isMailWorking,
  stripe: async () => isStripeSet(env),
  webhook: hasReceivedWebhook,
  capacity: async () => (await readCapacitySetting()).isEnforced,
};

const isStep = (name: string): name is FirstStepId => name in STEPS;

/** Returns the setup steps of a new installation, in order. */
export const readFirstSteps = (): Promise<FirstStep[]> =>
  Promise.all(
    Object.keys(STEPS)
      .filter(isStep)
      .map(async (id) => ({ id, isDone: await STEPS[id]() })),
  );
