import { Binary, serialize } from 'bson';
import * as z from 'zod/mini';
import { decode } from './doc.ts';
import { indexSpecSchema } from './index-spec.ts';

const namespace = z.string();

const changeSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    namespace,
    raw: z.pipe(
      z.instanceof(Binary),
      z.transform((binary) => binary.value()),
    ),
  }),
  z.object({ op: z.literal('remove'), namespace, id: z.unknown() }),
  z.object({ op: z.literal('create'), namespace }),
  z.object({ op: z.literal('drop'), namespace }),
  z.object({ op: z.literal('createIndex'), namespace, spec: indexSpecSchema }),
]);

/** One change of the store as the log keeps it. Playing all of them again gives the same store. */
export type Change = z.infer<typeof changeSchema>;

/** The bytes of a change: one BSON document. */
export function encodeChange(change: Change): Uint8Array {
  return serialize(change.op === 'put' ? { ...change, raw: new Binary(change.raw) } : change);
}

/** The changes in a run of BSON documents. */
export function decodeChanges(bytes: Buffer): Change[] {
  const changes: Change[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes.readInt32LE(at);
    changes.push(changeSchema.parse(decode(bytes.subarray(at, end))));
    at = end;
  }
  return changes;
}
