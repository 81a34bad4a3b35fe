import type { PersonalDataSource } from '../personal-data-source.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { listFactors } from './factors.ts';
import { PasskeyModel } from './passkey-model.ts';

/** Personal data: passkeys, without their keys. */
export const passkeysData = {
  async read({ id }) {
    const { passkeys } = await listFactors(id);
    return {
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    };
  },
  async erase({ id }) {
    await PasskeyModel.deleteMany({ userId: id });
  },
} satisfies PersonalDataSource;

/** Personal data: the authenticator app, without its secret and recovery codes. */
export const authenticatorsData = {
  async read({ id }) {
    const { totp } = await listFactors(id);
    return { authenticatorApps: totp ? [totp] : [] };
  },
  async erase({ id }) {
    await AuthenticatorModel.deleteOne({ _id: id });
  },
} satisfies PersonalDataSource;
