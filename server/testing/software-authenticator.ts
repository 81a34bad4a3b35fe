import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '#common/users/passkeys.ts';
import { env } from '../env.ts';

/**
 * Flag bits of WebAuthn authenticator data: user present, user verified, backup eligible, backed up, attested
 * credential included.
 */
const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, credential: 64 };

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

/** Encodes the head of a CBOR item: its major type and its length or value. */
function cborHead(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255]);
}
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

/** Encodes a P-256 public key in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** Deviations of a faulty or stolen authenticator. */
interface Deviation {
  origin?: string;
  rpId?: string;
  userHandle?: string;
  isVerified?: boolean;
  isBackupEligible?: boolean;
  /** The reported counter. Default: one more than before. */
  counter?: number;
}

/** An authenticator with one passkey that signs like a real one. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = base64url(randomBytes(16));
  readonly #userHandle: string;
  counter = 0;

  /** @param userId the owner of the passkey */
  constructor(userId: string) {
    this.#userHandle = base64url(Buffer.from(userId, 'hex'));
  }

  /** The public key in COSE format, as base64url. */
  get publicKey(): string {
    return base64url(coseKey(this.#keys.publicKey));
  }

  /** Creates its passkey for a site's challenge. */
  attest(challenge: string, deviation: Deviation = {}): Attestation {
    const id = Buffer.from(this.credentialId, 'base64url');
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      coseKey(this.#keys.publicKey),
    ]);
    const authenticatorData = Buffer.concat([this.#data(FLAGS.credential, deviation), credential]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authenticatorData)],
    ]);
    return this.#named({
      clientDataJSON: base64url(clientData('webauthn.create', challenge, deviation)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Signs a site's challenge. */
  assert(challenge: string, deviation: Deviation = {}): Assertion {
    this.counter = deviation.counter ?? this.counter + 1;
    const authenticatorData = this.#data(0, deviation);
    const client = clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(client)]);
    return this.#named({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
      userHandle: deviation.userHandle ?? this.#userHandle,
    });
  }

  #named<Response>(response: Response) {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key' as const, response };
  }

  #data(flags: number, { rpId, isVerified = true, isBackupEligible = true }: Deviation): Buffer {
    const backup = isBackupEligible ? FLAGS.backupEligible | FLAGS.backedUp : 0;
    const all = flags | FLAGS.present | backup | (isVerified ? FLAGS.verified : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId ?? new URL(env.PUBLIC_URL).hostname), Buffer.from([all]), counter]);
  }
}

const clientData = (type: string, challenge: string, { origin }: Deviation): string =>
  JSON.stringify({ type, challenge, origin: origin ?? new URL(env.PUBLIC_URL).origin, crossOrigin: false });
