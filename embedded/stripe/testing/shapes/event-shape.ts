import * as z from 'zod/mini';
import { id, int, nullableText, text } from './field-shapes.ts';
import { objectShape } from './object-shape.ts';

/** An event; the object in it is the one its type speaks of, some as a part of their charge. */
export const eventShape = z
  .strictObject({
    id: id('evt'),
    object: z.literal('event'),
    api_version: z.literal('2026-10-28.endive'),
    created: int,
    data: z.strictObject({ object: objectShape }),
    livemode: z.literal(false),
    pending_webhooks: int.check(z.minimum(0)),
    request: z.nullable(z.strictObject({ id: nullableText, idempotency_key: nullableText })),
    type: text,
  })
  .check(
    z.refine(({ type, data: { object } }) =>
      type.replace(/^charge\.(?=\w+\.)/, '').startsWith(`${object.object}.`),
    ),
  );
