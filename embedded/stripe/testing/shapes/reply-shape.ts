import * as z from 'zod/mini';
import { eventShape } from './event-shape.ts';
import { text } from './field-shapes.ts';
import { objectShape } from './object-shape.ts';

const listShape = z.strictObject({
  object: z.literal('list'),
  data: z.array(z.discriminatedUnion('object', [objectShape, eventShape])),
  has_more: z.boolean(),
  url: text.check(z.startsWith('/v1/')),
});

/** Anything the API answers with success. */
export const replyShape = z.discriminatedUnion('object', [objectShape, eventShape, listShape]);
