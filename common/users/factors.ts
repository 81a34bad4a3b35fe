import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { passwordField, roleSchema } from './user.ts';

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10;

/** Digits and letters of a recovery code: none that is taken for another. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Characters of a recovery code, without the dashes it is shown with: 60 bits. */
export const RECOVERY_LENGTH = 12;

const BAD_CODE = 'A code has six digits; a recovery code has twelve letters and digits.';
/** A code of an authenticator app, or a recovery code; without what people put between its characters, in upper case. */
export const factorCodeField = z.string('Please enter the code.').check(
  z.overwrite((code) => code.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, 'Please enter the code.'),
  z.regex(new RegExp(`^(\\d{6}|[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}})$`), BAD_CODE),
);

/** POST /api/session/second-factor. */
export const secondFactorSchema = z.object({ code: factorCodeField });

/** POST /api/account/proof: what shows that an account is one's own, beyond being signed in to it. */
export const proofSchema = z.object({
  role: roleSchema,
  password: passwordField,
  /** Where an authenticator app is set up. */
  code: z.optional(factorCodeField),
});
export type Proof = z.infer<typeof proofSchema>;

/** Which of the accounts that are signed in is changed. */
export const roleBodySchema = z.object({ role: roleSchema });

/** POST /api/account/totp/confirm. */
export const confirmTotpSchema = z.object({
  role: roleSchema,
  code: z.string('Please enter the code.').check(
    z.overwrite((code) => code.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'Please enter the six digits that the app shows.'),
  ),
});

/** The secret that an authenticator app derives its codes from: shown once, and confirmed with a code. */
export const totpSecretSchema = z.object({
  /** Base32, for typing in. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecretSchema>;

/** Recovery codes as they are shown, once: `ABCD-EFGH-JKLM`. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** A passkey, as its owner sees it. */
export const passkeySchema = z.object({
  id: idSchema,
  /** Where it was made, such as `Safari on iPhone`. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Whether its owner has it on several devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** What an account is signed in to with, besides its password. */
export const factorsSchema = z.object({
  passkeys: z.array(passkeySchema),
  /** The authenticator app; null where none is set up. */
  totp: z.nullable(z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.number() })),
  /** Whether the account must have a passkey or an authenticator app. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factorsSchema>;
