import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header of a payload, signed with a webhook secret at a moment in unix seconds. */
export function signPayload(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
