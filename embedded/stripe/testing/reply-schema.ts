import { Ajv2020 } from 'ajv/dist/2020.js';
import description from './stripe-openapi.json' with { type: 'json' };

/**
 * Returns all violations of Stripe's schemas in a reply, error or event, as `path message parameters`. A body
 * with `error` is checked as an error, a list by its URL, anything else by its `object`. Unknown keys,
 * missing keys, and an event whose `data.object` does not match its type are violations too.
 */
export function schemaErrors(body: object): string[] {
  const name = schemaNameOf(body);
  const validate = REPLIES.includes(name) && ajv.getSchema(`stripe#/components/schemas/${name}`);
  if (!validate) return [`/object no schema for a reply of the kind ${name}`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function schemaNameOf(body: object): string {
  if ('error' in body) return 'error';
  const kind = String(Reflect.get(body, 'object'));
  return kind === 'list' ? `${LISTS[Reflect.get(body, 'url')] ?? 'unknown'}_list` : kind;
}

interface Schema {
  properties?: Record<string, object>;
}

const idOf = (prefix: string) => ({ pattern: `^${prefix}_[A-Za-z0-9]+$` });

/** Constraints of the simulator beyond Stripe's schemas, for a property in any object. */
const EVERYWHERE: Record<string, object> = {
  charge: idOf('ch'),
  latest_charge: idOf('ch'),
  payment_intent: idOf('pi'),
  payment_method: idOf('pm'),
  api_version: { const: description.info.version },
  client_secret: { pattern: '^pi_[A-Za-z0-9]{24}_secret_[A-Za-z0-9]{25}$' },
  currency: { const: 'usd' },
  doc_url: { pattern: '^https://stripe\\.com/docs/error-codes/[a-z0-9-]+$' },
  fingerprint: { minLength: 16, maxLength: 16 },
  last4: { pattern: '^\\d{4}$' },
  livemode: { const: false },
  url: { format: 'url' },
};

/** The same constraints for the properties of one kind of object. */
const BY_KIND: Record<string, Record<string, object>> = {
  payment_intent: { id: idOf('pi'), amount: { minimum: 50 } },
  charge: { id: idOf('ch') },
  refund: { id: idOf('re'), amount: { minimum: 1 } },
  dispute: { id: idOf('du'), amount: { minimum: 1 } },
  payment_method: { id: idOf('pm') },
  confirmation_token: { id: idOf('ctoken') },
  'checkout.session': { id: idOf('cs_test') },
  event: { id: idOf('evt'), pending_webhooks: { minimum: 0 } },
};

const LISTS: Record<string, string> = {
  '/v1/payment_intents': 'payment_intent',
  '/v1/refunds': 'refund',
  '/v1/events': 'event',
};

const OBJECTS = [
  'payment_intent',
  'confirmation_token',
  'charge',
  'refund',
  'dispute',
  'checkout.session',
  'event',
];
const REPLIES = [...OBJECTS, 'error', ...Object.values(LISTS).map((kind) => `${kind}_list`)];

// Schemas are compiled on first use.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    // In seconds: times in milliseconds are out of range.
    'unix-time': { type: 'number', validate: (value: number) => value > 1e9 && value < 1e10 },
    url: (text: string) => URL.canParse(text),
  },
}).addSchema({ $id: 'stripe', components: { schemas: { ...narrowedSchemas(), ...listSchemas() } } });

function narrowedSchemas(): Record<string, object> {
  const schemas: Record<string, Schema> = description.components.schemas;
  const narrow = (kind: string, { properties = {}, ...schema }: Schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        { ...property, ...EVERYWHERE[name], ...BY_KIND[kind]?.[name] },
      ]),
    ),
  });
  return Object.fromEntries(Object.entries(schemas).map(([kind, schema]) => [kind, narrow(kind, schema)]));
}

function listSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(LISTS).map(([url, kind]) => [
      `${kind}_list`,
      {
        type: 'object',
        properties: {
          object: { const: 'list' },
          data: { type: 'array', items: { $ref: `#/components/schemas/${kind}` } },
          has_more: { type: 'boolean' },
          url: { const: url },
        },
        required: ['object', 'data', 'has_more', 'url'],
        additionalProperties: false,
      },
    ]),
  );
}
