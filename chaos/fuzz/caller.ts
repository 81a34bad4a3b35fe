import type { DocumentedCall } from './documented-calls.ts';
import type { MailedSecrets } from './mailed-secrets.ts';
import type { Answer, People, Person } from './people.ts';
import type { SeenIds } from './seen-ids.ts';

/** The running product as seen by one lane. */
export interface World {
  site: string;
  lane: number;
  people: People;
  calls: ReadonlyMap<string, DocumentedCall>;
  /** Origin of the payment provider. */
  stripe: string;
  mailed: MailedSecrets;
  /** What the lists contained before any step. */
  earlier: readonly [path: string, body: unknown][];
  /** Whether a user belongs to another lane. */
  isForeign: (userId: string) => boolean;
  /** Whether an account must not be deleted because the fuzzer uses it. */
  isNeeded: (userId: string) => boolean;
  /** Called for each request that was sent. */
  onRequest: (call: string, status: number) => void;
}

/** A reply or an effect that the product must never produce. */
export class Fault extends Error {
  /** How many steps were taken, including the one that found it; null when no step did. */
  taken: number | null = null;
}

interface Input {
  params?: Record<string, string | null | undefined>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Makes a documented call with input like that of a page.
 *
 * @throws Fault when the reply does not match the call's description
 */
export type Call = (person: Person, name: string, input?: Input) => Promise<Answer>;

const PDF = new TextEncoder().encode('%PDF-1.7\n% a file\n');

/** Returns body and headers of a file upload for calls that take a file. */
export const fileOf = ({ takesFile }: DocumentedCall) =>
  takesFile ? { body: PDF, headers: { 'content-type': 'application/octet-stream' } } : {};

/** The longest request path in characters. Node's parser replies 431 to longer ones by itself. */
export const MAX_ADDRESS = 12_000;

export const createCaller =
  ({ calls, onRequest }: World, seen: SeenIds): Call =>
  async (person, name, { params = {}, query = {}, body, headers = {} } = {}) => {
    const call = calls.get(name);
    if (!call) throw new Error(`the product describes no ${name}`);
    const path = call.path.replace(/\{(\w+)\}/g, (_match, key: string) =>
      encodeURIComponent(params[key] ?? 'f'.repeat(24)),
    );
    const search = new URLSearchParams(query).toString();
    const file = fileOf(call);
    const answer = await person.send({
      method: call.method,
      path: search ? `${path}?${search}` : path,
      ...(call.body && { body: JSON.stringify(body ?? {}) }),
      ...file,
      headers: { ...file.headers, ...headers },
    });
    onRequest(name, answer.status);
    const fault = call.findFault(answer.status, answer.contentType, answer.body);
    if (fault) throw new Fault(`${person.name}: ${call.method} ${path} ${fault}`);
    if (answer.status < 300) seen.note(call.path, answer.body);
    return answer;
  };
