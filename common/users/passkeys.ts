import * as z from 'zod/mini';
import { roleSchema } from './user.ts';

const bytes = z.string().check(z.regex(/^[\w-]+$/));
const transportSchema = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const credentialSchema = z.object({
  id: bytes,
  type: z.literal('public-key'),
  transports: z.optional(z.array(transportSchema)),
});

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON, for signing in with a passkey. */
export const passkeyRequestSchema = z.object({
  challenge: bytes,
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Absent to allow any passkey of this site. */
  allowCredentials: z.optional(z.array(credentialSchema)),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, for creating a passkey. */
export const passkeyCreationSchema = z.object({
  challenge: bytes,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(credentialSchema),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

const BAD_PASSKEY = 'The passkey could not be read.';
const field = z.string(BAD_PASSKEY).check(z.regex(/^[\w-]{1,20000}$/, BAD_PASSKEY));
const assertedSchema = z.object(
  {
    id: field,
    rawId: field,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: field,
      authenticatorData: field,
      signature: field,
      userHandle: z.optional(field),
    }),
  },
  BAD_PASSKEY,
);
/** The used fields of WebAuthn's AuthenticationResponseJSON: a signed challenge. */
export type Assertion = z.infer<typeof assertedSchema>;

const attestedSchema = z.object(
  {
    id: field,
    rawId: field,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: field,
      attestationObject: field,
      transports: z.optional(z.array(z.string()).check(z.maxLength(20))),
    }),
  },
  BAD_PASSKEY,
);
/** The used fields of WebAuthn's RegistrationResponseJSON: a new passkey. */
export type Attestation = z.infer<typeof attestedSchema>;

/** Body of POST /api/session/passkey. */
export const passkeySignInSchema = z.object({ credential: assertedSchema, beside: z.optional(z.boolean()) });

/** Body of POST /api/account/proof/passkey. */
export const passkeyProofSchema = z.object({ role: roleSchema, credential: assertedSchema });

/** Body of POST /api/account/passkeys. */
export const newPasskeySchema = z.object({ role: roleSchema, credential: attestedSchema });
