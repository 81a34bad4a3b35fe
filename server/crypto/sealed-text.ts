import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for storage, so that it cannot be read from the database alone.
 *
 * @param boundTo id of the owner: stored with another owner, the text does not decrypt
 */
export function sealText(text: string, purpose: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(purpose), nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text. Null if it was sealed with another secret, purpose or owner, or was changed. */
export function openSealedText(sealed: string, purpose: string, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(purpose), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(rest.subarray(0, TAG_BYTES));
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
