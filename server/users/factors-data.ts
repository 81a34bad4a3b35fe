import type { Held } from '../held-data.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { listFactors } from './factors.ts';
import { PasskeyModel } from './passkey-model.ts';

/** Personal data: passkeys, without their keys. */
export const heldPasskeys = {
  async read({ id }) {
    const { passkeys } = await listFactors(id);
    return {
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    };
  },
  async erase({ id }) {
    await PasskeyModel.deleteMany({ userId: id });
  },
} satisfies Held;

/** Personal data: the authenticator app, without its secret and recovery codes. */
export const heldAuthenticators = {
  async read({ id }) {
    const { totp } = await listFactors(id);
    return { authenticatorApps: totp ? [totp] : [] };
  },
  async erase({ id }) {
    await AuthenticatorModel.deleteOne({ _id: id });
  },
} satisfies Held;
