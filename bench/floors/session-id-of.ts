import { createHmac, timingSafeEqual } from 'node:crypto';

/** The id that a session's cookie names, if it is signed. */
export function sessionIdOf(cookie = ''): string | null {
  const [, id = '', signature = ''] = /s:([^.]+)\.([^;]+)/.exec(decodeURIComponent(cookie)) ?? [];
  const expected = createHmac('sha256', process.env.SESSION_SECRET ?? '')
    .update(id)
    .digest('base64')
    .replace(/=+$/, '');
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}
