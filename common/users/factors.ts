import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { passwordField, roleSchema } from './user.ts';

/** How many recovery codes are created at once. */
export const RECOVERY_CODES = 10;

/** Unambiguous digits and letters for recovery codes. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Characters of a recovery code without dashes: 60 bits. */
export const RECOVERY_LENGTH = 12;

const BAD_CODE = 'A code has six digits; a recovery code has twelve letters and digits.';
/** A code of an authenticator app or a recovery code. Spaces and dashes are removed, letters upper-cased. */
const factorCodeField = z.string('Please enter the code.').check(
  z.overwrite((code) => code.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, 'Please enter the code.'),
  z.regex(new RegExp(`^(\\d{6}|[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}})$`), BAD_CODE),
);

/** Body of POST /api/session/second-factor. */
export const secondFactorSchema = z.object({ code: factorCodeField });

/** Body of POST /api/account/proof: proof of ownership in addition to the session. */
export const proofSchema = z.object({
  role: roleSchema,
  password: passwordField,
  /** Required if an authenticator app is set up. */
  code: z.optional(factorCodeField),
});
export type Proof = z.infer<typeof proofSchema>;

/** Selects the account to change by its role. */
export const roleBodySchema = z.object({ role: roleSchema });

/** Body of POST /api/account/totp/confirm. */
export const confirmTotpSchema = z.object({
  role: roleSchema,
  code: z.string('Please enter the code.').check(
    z.overwrite((code) => code.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'Please enter the six digits that the app shows.'),
  ),
});

/** The secret of an authenticator app. Shown once, and enabled by confirming a code. */
export const totpSecretSchema = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecretSchema>;

/** Recovery codes, shown once: `ABCD-EFGH-JKLM`. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** The owner's view of a passkey. */
export const passkeySchema = z.object({
  id: idSchema,
  /** The device it was created on, such as `Safari on iPhone`. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Whether it is synced to several devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** An account's sign-in factors besides the password. */
export const factorsSchema = z.object({
  passkeys: z.array(passkeySchema),
  /** The authenticator app; null if none is set up. */
  totp: z.nullable(z.object({ since: z.iso.datetime(), recoveryCodesLeft: z.number() })),
  /** Whether the account must have a passkey or an authenticator app. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factorsSchema>;
